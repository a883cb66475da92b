import { useQueryClient } from '@tanstack/preact-query';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { ApiError } from '../api/errors';
import { accountName, anyBank } from '../app/bank_accounts';
import { pageOf, useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { ButtonLink } from '../ui/button';
import { EmptyState } from '../ui/empty_state';
import { Failure } from '../ui/failure';
import { Page, Placeholder } from '../ui/page';
import { Steps } from '../ui/steps';
import { AccountForm } from './account_form';
import { AnyBank, BankChoice } from './bank_choice';
import { type BankAccount, useAccount } from './calls';
import { CodeStep } from './code_step';
import { ReconnectForm } from './reconnect_form';
import { TransferStep } from './transfer_step';

/** Bank, account, proof, done. The current step is in the URL, so that a reload loses nothing. */
export default function ConnectPage() {
  const t = useTexts().banks;
  const { id: ws } = useWorkspace();
  const { query } = useLocation();
  const { bank, account: id } = query as { bank?: string; account?: string };
  const account = useAccount(ws, id || undefined);
  const at = id ? stepOf(account.data) : bank ? 1 : 0;
  const isTransfer = account.data?.connection?.method === 'transfer';
  return (
    // Each step is a new page to a screen reader.
    <Page key={at} title={t.connect_title} parent={{ href: pageOf(ws, 'banks'), text: t.title }} narrow>
      <Steps
        label={t.connect_title}
        steps={[t.steps.bank, t.steps.account, isTransfer ? t.steps.transfer : t.steps.code, t.steps.done]}
        at={at}
      />
      {!id && !bank && <BankChoice />}
      {!id && bank === anyBank && <AnyBank />}
      {!id && bank && bank !== anyBank && <AccountForm bank={bank} />}
      {id && !account.data && !account.isError && <Placeholder lines={6} />}
      {id && !account.data && account.isError && <Gone error={account.error} onRetry={() => void account.refetch()} />}
      {id && account.data && <Proof account={account.data} />}
    </Page>
  );
}

function stepOf(account: BankAccount | undefined): number {
  if (!account) return 2;
  if (account.connection) return 2;
  return account.state === 'connected' ? 3 : 1;
}

function Proof({ account }: { account: BankAccount }) {
  const queries = useQueryClient();
  const { id: ws } = useWorkspace();
  const isConnected = account.state === 'connected';
  useEffect(() => {
    if (isConnected) void queries.invalidateQueries({ queryKey: ['banks', ws] });
  }, [isConnected]);
  if (account.connection?.method === 'otp') return <CodeStep account={account} connection={account.connection} />;
  if (account.connection) return <TransferStep account={account} connection={account.connection} />;
  return isConnected ? <Done account={account} /> : <ReconnectForm account={account} />;
}

function Done({ account }: { account: BankAccount }) {
  const t = useTexts().banks;
  const { id: ws, deniedNew } = useWorkspace();
  return (
    <div role="status">
      <EmptyState icon="circle-check" title={t.connected_title(accountName(account))}>
        <p>{t.connected_advice}</p>
        <div class="form-buttons">
          <ButtonLink kind="main" href={pageOf(ws, 'links', 'new')} denied={deniedNew('payment_links:write')}>
            {t.first_link}
          </ButtonLink>
          <ButtonLink href={pageOf(ws, 'banks', account.id)}>{t.open_account}</ButtonLink>
        </div>
      </EmptyState>
    </div>
  );
}

/** A connection that is not completed in time is cancelled, and a new account with it. */
function Gone({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTexts().banks;
  const { id: ws } = useWorkspace();
  if (!(error instanceof ApiError) || error.status !== 404) return <Failure error={error} onRetry={onRetry} />;
  return (
    <EmptyState icon="clock" title={t.given_up}>
      <p>{t.given_up_advice}</p>
      <ButtonLink kind="main" href={pageOf(ws, 'banks', 'connect')}>
        {t.start_again}
      </ButtonLink>
    </EmptyState>
  );
}
