import { accountName } from '../app/bank_accounts';
import { pageOf, useWorkspace } from '../app/workspace';
import { duration } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { Badge } from '../ui/badge';
import { ButtonLink } from '../ui/button';
import { EmptyState } from '../ui/empty_state';
import { type Column, List } from '../ui/list';
import { Page } from '../ui/page';
import { Time } from '../ui/time';
import { useCursorList } from '../ui/use_cursor_list';
import { AccountBadge } from './account_badge';
import { type BankAccount, listAccounts, useHealth } from './calls';

export default function BanksPage() {
  const t = useTexts().banks;
  const { id: ws, deniedNew } = useWorkspace();
  const list = useCursorList({ key: ['banks', ws, 'list'], load: (cursor) => listAccounts(ws, cursor) });
  const columns: Column<BankAccount>[] = [
    { name: 'account', head: t.account, cell: accountName },
    { name: 'state', head: t.state, kind: 'state', cell: ({ state }) => <AccountBadge state={state} /> },
    { name: 'gaps', head: t.gaps, cell: (account) => <Gaps account={account} /> },
    {
      name: 'heard',
      head: t.last_heard,
      kind: 'quiet',
      cell: (account) => <Heard account={account} />,
    },
    { name: 'lag', head: t.lag, kind: 'quiet', wideOnly: true, cell: (account) => <Lag account={account} /> },
    {
      name: 'holder',
      head: t.holder_name,
      kind: 'quiet',
      wideOnly: true,
      cell: ({ holder_name }) => <span class="cut">{holder_name}</span>,
    },
  ];
  const connect = (
    <ButtonLink kind="main" icon="plus" href={pageOf(ws, 'banks', 'connect')} denied={deniedNew('bank_accounts:write')}>
      {t.connect}
    </ButtonLink>
  );
  return (
    <Page title={t.title} actions={connect}>
      <List
        label={t.title}
        list={list}
        columns={columns}
        href={(account) => pageOf(ws, 'banks', account.id)}
        empty={
          <EmptyState icon="landmark" title={t.none_yet}>
            <p>{t.none_yet_advice}</p>
            {connect}
          </EmptyState>
        }
      />
    </Page>
  );
}

/** The gaps between the balances that the bank reports. */
function Gaps({ account }: { account: BankAccount }) {
  const t = useTexts().banks;
  const { id: ws } = useWorkspace();
  const health = useHealth(ws, account).data;
  if (!health || account.state === 'pending') return null;
  if (health.fetch_fault) return <Badge tone="bad">{t.fetch_failed}</Badge>;
  return health.gaps.length > 0 ? (
    <Badge tone="bad">{t.gap_count(health.gaps.length)}</Badge>
  ) : (
    <span class="quiet-text">{health.balances_compared > 0 ? t.no_gaps : t.not_compared}</span>
  );
}

/** Refetched regularly, unlike the list itself. */
function Heard({ account }: { account: BankAccount }) {
  const t = useTexts().banks;
  const { id: ws } = useWorkspace();
  const at = useHealth(ws, account).data?.last_heard_at ?? account.last_heard_at;
  if (at) return <Time at={at} relative />;
  return <span>{account.state === 'pending' ? '' : t.never_heard}</span>;
}

function Lag({ account }: { account: BankAccount }) {
  const t = useTexts().common;
  const { id: ws } = useWorkspace();
  const lag = useHealth(ws, account).data?.lag_median_ms;
  return <>{typeof lag === 'number' ? duration(lag) : t.nothing}</>;
}
