import { inHours } from '../api/times';
import { isMoreThan, type OpenCounts, useOpenCounts } from '../app/open_counts';
import { pageOf } from '../app/workspace';
import { dayOf, relativeTime } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { Icon, type IconName } from '../ui/icon';

/** What waits for a person, as links to the lists that show it. */
export function Needs({ ws }: { ws: string }) {
  const t = useTexts().home.needs;
  const counts = useOpenCounts(ws).data;
  const {
    needs_attention: transfers = 0,
    merchants_not_told: untold = 0,
    webhooks_not_told: unsent = 0,
  } = counts ?? {};
  return (
    <ul class="needs" aria-busy={!counts}>
      {!counts && <Need tone="plain" icon="clock" text={'\u00a0'} />}
      {transfers > 0 && (
        <Need
          tone="warm"
          icon="triangle-alert"
          text={t.transfers(transfers, isMoreThan(transfers))}
          href={`${pageOf(ws, 'transactions')}?attention=open`}
        />
      )}
      {untold > 0 && (
        <Need
          tone="bad"
          icon="circle-x"
          text={t.untold(untold, isMoreThan(untold))}
          href={`${pageOf(ws, 'links')}?attention=open`}
        />
      )}
      {unsent > 0 && (
        <Need
          tone="bad"
          icon="webhook"
          text={t.unsent(unsent, isMoreThan(unsent))}
          href={`${pageOf(ws, 'deliveries')}?tab=webhooks&status=failed&from=${dayOf(inHours(-7 * 24))}`}
        />
      )}
      {counts && transfers + untold + unsent === 0 && <Need tone="good" icon="circle-check" text={t.none} />}
      {counts && <Banks ws={ws} accounts={counts.bank_accounts} />}
    </ul>
  );
}

function Banks({ ws, accounts }: { ws: string; accounts: OpenCounts['bank_accounts'] }) {
  const t = useTexts().home.needs;
  const { connected, silent, last_heard_at: heardAt } = accounts;
  const text =
    connected === 0
      ? t.no_bank
      : silent > 0
        ? t.silent(silent)
        : heardAt === null
          ? t.banks(connected)
          : t.heard(connected, relativeTime(heardAt));
  return (
    <Need
      tone={connected === 0 || silent > 0 ? 'warm' : 'plain'}
      icon="landmark"
      text={text}
      href={pageOf(ws, 'banks')}
    />
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
