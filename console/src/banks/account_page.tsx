import { accountName } from '../app/bank_accounts';
import { UnloadedPage } from '../app/unloaded_page';
import { pageOf, useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { Copied } from '../ui/copy_button';
import { Fact, Facts } from '../ui/facts';
import { Icon } from '../ui/icon';
import { Page, Section } from '../ui/page';
import { Time } from '../ui/time';
import { AccountActions } from './account_actions';
import { AccountBadge } from './account_badge';
import { AccountHealth } from './account_health';
import { type BankAccount, useAccount } from './calls';
import { StatementSection } from './statement_section';
import { VirtualAccounts } from './virtual_accounts';

export default function AccountPage({ ba }: { ba: string }) {
  const t = useTexts().banks;
  const { id: ws } = useWorkspace();
  const query = useAccount(ws, ba);
  const account = query.data;
  const parent = { href: pageOf(ws, 'banks'), text: t.title };
  if (!account) return <UnloadedPage parent={parent} query={query} />;
  return (
    <Page
      title={`${accountName(account)} · ${t.title}`}
      parent={parent}
      heading={accountName(account)}
      badges={<AccountBadge state={account.state} />}
      actions={<AccountActions account={account} />}
    >
      <State account={account} />
      <div class="beside">
        <div>
          {account.state !== 'pending' && (
            <>
              <AccountHealth account={account} />
              <VirtualAccounts account={account} />
              <StatementSection account={account} />
            </>
          )}
        </div>
        <Details account={account} />
      </div>
    </Page>
  );
}

/** The most important notice of the page. */
function State({ account }: { account: BankAccount }) {
  const t = useTexts().banks;
  const { id: ws } = useWorkspace();
  if (account.connection)
    return (
      <p class="note warm account-note">
        <Icon name="clock" />
        <span>
          {t.is_connecting} <a href={`${pageOf(ws, 'banks', 'connect')}?account=${account.id}`}>{t.finish}</a>
        </span>
      </p>
    );
  if (account.state !== 'disconnected') return null;
  return (
    <p class="note warm account-note">
      <Icon name="triangle-alert" />
      {t.is_disconnected}
    </p>
  );
}

function Details({ account }: { account: BankAccount }) {
  const t = useTexts().banks;
  const { id: ws } = useWorkspace();
  return (
    <Section title={t.details}>
      <div class="card">
        <Facts>
          <Fact name={t.account_number}>
            {account.bank} <Copied value={account.account_number} what={t.account_number} />
          </Fact>
          <Fact name={t.holder_name}>{account.holder_name}</Fact>
          <Fact name={t.account_type}>{t.account_types[account.account_type]}</Fact>
          {account.connected_at && (
            <Fact name={t.connected_at}>
              <Time at={account.connected_at} />
            </Fact>
          )}
          <Fact name={t.created}>
            <Time at={account.created_at} />
          </Fact>
          <Fact name={t.transactions}>
            <a href={`${pageOf(ws, 'transactions')}?account_id=${account.id}`}>{t.transactions_of}</a>
          </Fact>
          <Fact name="ID">
            <Copied value={account.id} what="ID" />
          </Fact>
        </Facts>
      </div>
    </Section>
  );
}
