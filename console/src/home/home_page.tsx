import { useBankAccounts } from '../app/bank_accounts';
import { useOpenCounts } from '../app/open_counts';
import { pageOf, useWorkspace } from '../app/workspace';
import { useTexts } from '../texts/use_texts';
import { ButtonLink } from '../ui/button';
import { Icon, type IconName } from '../ui/icon';
import { Page, Placeholder, Section } from '../ui/page';
import { useFirstRun } from './calls';
import { FirstRun } from './first_run';
import { LatestPayments } from './latest_payments';

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
      <Needs ws={ws} banks={accounts.data?.filter(({ state }) => state === 'connected').length} />
      {!isKnown && <Placeholder lines={6} />}
      {isKnown && !isRunning && <FirstRun ws={ws} progress={firstRun.data!} accounts={accounts.data!} />}
      {isKnown && (isRunning || firstRun.data?.newest) && (
        <Section title={t.latest} actions={<a href={pageOf(ws, 'links')}>{t.all_links}</a>}>
          <LatestPayments ws={ws} />
        </Section>
      )}
    </Page>
  );
}

/** What waits for a person, as links to the lists that show it. */
function Needs({ ws, banks }: { ws: string; banks: number | undefined }) {
  const t = useTexts().home.needs;
  const counts = useOpenCounts(ws).data;
  const { transfers, untold } = counts ?? {};
  return (
    <ul class="needs" aria-busy={!counts}>
      {!counts && <Need tone="plain" icon="clock" text={'\u00a0'} />}
      {transfers && transfers.count > 0 && (
        <Need
          tone="warm"
          icon="triangle-alert"
          text={t.transfers(transfers.count, transfers.isMore)}
          href={`${pageOf(ws, 'transactions')}?attention=open`}
        />
      )}
      {untold && untold.count > 0 && (
        <Need
          tone="bad"
          icon="circle-x"
          text={t.untold(untold.count, untold.isMore)}
          href={`${pageOf(ws, 'links')}?attention=open`}
        />
      )}
      {transfers?.count === 0 && untold?.count === 0 && <Need tone="good" icon="circle-check" text={t.none} />}
      <Need
        tone={banks === 0 ? 'warm' : 'plain'}
        icon="landmark"
        text={banks === undefined ? '\u00a0' : banks === 0 ? t.no_bank : t.banks(banks)}
        href={pageOf(ws, 'banks')}
      />
    </ul>
  );
}

function Need({
  tone,
  icon,
  text,
  href,
}: {
  tone: 'warm' | 'bad' | 'good' | 'plain';
  icon: IconName;
  text: string;
  href?: string;
}) {
  const content = (
    <>
      <Icon name={icon} />
      <span>{text}</span>
      {href && <Icon name="chevron-right" />}
    </>
  );
  return <li class={`need ${tone}`}>{href ? <a href={href}>{content}</a> : <p>{content}</p>}</li>;
}
