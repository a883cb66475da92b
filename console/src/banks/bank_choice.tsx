import { useEffect, useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { folded } from '../app/palette_parse';
import { pageOf, useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { Badge } from '../ui/badge';
import { EmptyState } from '../ui/empty_state';
import { Failure } from '../ui/failure';
import { Placeholder } from '../ui/page';
import { type Bank, useBanks } from './calls';

const manyBanks = 12;

/** The banks of the Workspace's Banking Mode. */
function useOffered() {
  const { workspace } = useWorkspace();
  const banks = useBanks();
  return { banks, offered: workspace && banks.data?.filter(({ modes }) => modes.includes(workspace.banking_mode)) };
}

const isOpen = ({ status, has_feed }: Bank) => status === 'Active' && has_feed;

const formOf = (ws: string, code: string) => `${pageOf(ws, 'banks', 'connect')}?bank=${encodeURIComponent(code)}`;

/** Continues with the first bank that accepts accounts. */
export function AnyBank() {
  const { id: ws } = useWorkspace();
  const { route } = useLocation();
  const { banks, offered } = useOffered();
  const code = offered?.find((bank) => isOpen(bank))?.code;
  useEffect(() => {
    if (code) route(formOf(ws, code), true);
  }, [code]);
  return banks.isError || (offered && !code) ? <BankChoice /> : <Placeholder lines={8} />;
}

/** The banks to choose from. One that accepts no new accounts is shown with the reason. */
export function BankChoice() {
  const texts = useTexts();
  const t = texts.banks;
  const { banks, offered } = useOffered();
  const [typed, setTyped] = useState('');
  if (banks.isError && !banks.data) return <Failure error={banks.error} onRetry={() => void banks.refetch()} />;
  if (!offered) return <Placeholder lines={8} />;
  if (offered.length === 0)
    return (
      <EmptyState icon="landmark" title={t.no_banks}>
        <p>{t.no_banks_advice}</p>
      </EmptyState>
    );
  const found = offered.filter(({ code, name }) => folded(`${code} ${name}`).includes(folded(typed)));
  return (
    <>
      {offered.length > manyBanks && (
        <div class="field bank-search">
          <label for="bank-search">{t.search_bank}</label>
          <input
            id="bank-search"
            type="search"
            autocomplete="off"
            spellcheck={false}
            value={typed}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        </div>
      )}
      <p class="quiet-text" role="status">
        {found.length === 0 ? texts.common.list.no_match : t.choose_bank}
      </p>
      {found.some(({ has_feed }) => !has_feed) && <p class="quiet-text">{t.no_feed_advice}</p>}
      <ul class="bank-choice">
        {[...found.filter(isOpen), ...found.filter((bank) => !isOpen(bank))].map((bank) => (
          <BankCard key={bank.code} bank={bank} />
        ))}
      </ul>
    </>
  );
}

function BankCard({ bank }: { bank: Bank }) {
  const { code, name, status } = bank;
  const t = useTexts().banks;
  const { id: ws } = useWorkspace();
  const text = (
    <>
      <strong>{code}</strong>
      {name !== code && <span>{name}</span>}
    </>
  );
  return (
    <li>
      {isOpen(bank) ? (
        <a class="bank-card" href={formOf(ws, code)}>
          {text}
        </a>
      ) : (
        <div class="bank-card closed">
          {text}
          <Badge tone={status === 'Maintenance' ? 'wait' : 'off'}>
            {status === 'Active' ? t.no_feed : t.bank_statuses[status]}
          </Badge>
        </div>
      )}
    </li>
  );
}
