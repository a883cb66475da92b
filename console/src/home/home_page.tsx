import { useBankAccounts } from '../app/bank_accounts';
import { pageOf, useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { ButtonLink } from '../ui/button';
import { Page, Placeholder, Section } from '../ui/page';
import { useFirstRun } from './calls';
import { FirstRun } from './first_run';
import { LatestPayments } from './latest_payments';
import { Needs } from './needs';
import { Statistics } from './statistics';

export default function HomePage() {
  const texts = useTexts();
  const t = texts.home;
  const { id: ws, workspace, deniedNew } = useWorkspace();
  const firstRun = useFirstRun(ws);
  const accounts = useBankAccounts(ws);
  const isKnown = firstRun.data !== undefined && accounts.data !== undefined;
  const isRunning = firstRun.data?.told !== undefined;
  const create = (
    <ButtonLink kind="main" icon="plus" href={pageOf(ws, 'links', 'new')} denied={deniedNew('payment_links:write')}>
      {texts.payment_links.create}
    </ButtonLink>
  );
  return (
    <Page
      title={`${t.title} · ${workspace?.name ?? ''}`}
      heading={workspace?.name ?? t.title}
      actions={isKnown && isRunning && create}
    >
      <Needs ws={ws} />
      {!isKnown && <Placeholder lines={6} />}
      {isKnown && !isRunning && <FirstRun ws={ws} progress={firstRun.data!} accounts={accounts.data!} />}
      {isKnown && isRunning && <Statistics ws={ws} />}
      {isKnown && (isRunning || firstRun.data?.newest) && (
        <Section title={t.latest} actions={<a href={pageOf(ws, 'transactions')}>{t.all_transactions}</a>}>
          <LatestPayments ws={ws} />
        </Section>
      )}
    </Page>
  );
}
