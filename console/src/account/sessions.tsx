import { useQueryClient } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { useTexts } from '../texts/use_texts';
import { announce } from '../ui/announce';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { ConfirmDialog } from '../ui/confirm_dialog';
import { Failure } from '../ui/failure';
import { refusalText } from '../ui/form';
import { Icon } from '../ui/icon';
import { Placeholder } from '../ui/page';
import { Panel } from '../ui/panel';
import { Time } from '../ui/time';
import { endSession, type Session, useSessions } from './calls';
import { deviceOf } from './device';

export function SessionsPanel() {
  const t = useTexts().account;
  const sessions = useSessions();
  const queries = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const rows = [...(sessions.data ?? [])].sort((a, b) => Number(b.current) - Number(a.current));
  const others = rows.filter(({ current }) => !current);
  const lookAgain = () => queries.invalidateQueries({ queryKey: ['account', 'sessions'] });
  const endOthers = async () => {
    await Promise.all(others.map(({ id }) => endSession(id)));
    announce(t.sessions_ended);
    await lookAgain();
  };
  return (
    <Panel title={t.sessions} advice={t.sessions_advice} plain>
      {sessions.isError && <Failure error={sessions.error} onRetry={() => void sessions.refetch()} />}
      {sessions.isPending && <Placeholder />}
      {rows.length > 0 && (
        <ul class="card flush things">
          {rows.map((session) => (
            <SessionRow key={session.id} session={session} onEnded={() => void lookAgain()} />
          ))}
        </ul>
      )}
      {others.length > 1 && (
        <p class="panel-foot">
          <Button onClick={() => setAsking(true)}>{t.sessions_end_others}</Button>
        </p>
      )}
      {isAsking && (
        <ConfirmDialog
          title={t.sessions_end_title}
          action={t.sessions_end_others}
          danger
          onConfirm={endOthers}
          onClose={() => setAsking(false)}
        >
          <p>{t.sessions_end_advice}</p>
        </ConfirmDialog>
      )}
    </Panel>
  );
}

function SessionRow({ session, onEnded }: { session: Session; onEnded: () => void }) {
  const texts = useTexts();
  const t = texts.account;
  const [busy, setBusy] = useState(false);
  const { browser, system } = deviceOf(session.agent);
  const name = browser && system ? t.device(browser, system) : (browser ?? system ?? session.agent.slice(0, 80));
  const end = async () => {
    setBusy(true);
    try {
      await endSession(session.id);
      announce(t.session_ended);
      onEnded();
    } catch (error) {
      announce(refusalText(texts, error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <li>
      <Icon name="user" />
      <span class="thing">
        <span class="thing-name">
          {name || t.unknown_device}
          {session.current && <Badge tone="good">{t.session_current}</Badge>}
        </span>
        <small>
          {t.session_from(session.address)} · {t.session_used} <Time at={session.last_seen_at} relative />
        </small>
      </span>
      {!session.current && (
        <Button busy={busy} label={t.session_end_of(name || t.unknown_device)} onClick={() => void end()}>
          {t.session_end}
        </Button>
      )}
    </li>
  );
}
