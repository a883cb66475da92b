import { type OpenCounts, useOpenCounts } from '../app/open_counts';
import { pageOf } from '../app/workspace';
import { relativeTime } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { Icon, type IconName } from '../ui/icon';
import { openNeeds } from './open_needs';

/** What needs review, as links to the lists. */
export function Needs({ ws }: { ws: string }) {
  const t = useTexts().home.needs;
  const counts = useOpenCounts(ws).data;
  return (
    <ul class="needs" aria-busy={!counts}>
      {!counts && <Need tone="plain" icon="clock" text={'\u00a0'} />}
      {counts && openNeeds(t, ws, counts).map((need) => <Need key={need.icon} {...need} />)}
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
