import type { Schema } from '../api/client';
import { failureText } from '../texts/failure_texts';
import { duration } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { CopyButton } from '../ui/copy_button';
import { Time } from '../ui/time';
import { TimelineEvent } from '../ui/timeline';
import { Exchange } from './exchange';
import { isUnfinished } from './unfinished';

/** What is sent: the callback of a link, or a delivery to a webhook. */
export type Sent = Pick<Schema<'Callback'>, 'body' | 'attempts' | 'rounds' | 'next_attempt_at' | 'curl'> & {
  status: Schema<'DeliveryDetails'>['status'];
};
export type Attempt = Schema<'CallbackAttempt'>;

/** The attempts to reach a merchant's system as timeline events: those made, and the next one. */
export const Attempts = ({ sent }: { sent: Sent }) => (
  <>
    {sent.attempts.map((attempt, index) => (
      <AttemptEvent key={attempt.number} attempt={attempt} sent={sent} isLast={index === sent.attempts.length - 1} />
    ))}
    {isUnfinished(sent.status) && <Due next={sent.next_attempt_at} />}
  </>
);

function Due({ next }: { next: string | null }) {
  const t = useTexts().attempts;
  if (!next || Date.parse(next) <= Date.now()) return <TimelineEvent tone="wait" title={t.sending} />;
  return (
    <TimelineEvent at={next} tone="wait" title={t.next}>
      <p>
        <Time at={next} relative />
      </p>
    </TimelineEvent>
  );
}

function AttemptEvent({ attempt, sent, isLast }: { attempt: Attempt; sent: Sent; isLast: boolean }) {
  const texts = useTexts();
  const t = texts.attempts;
  const { number, status_code, error_class } = attempt;
  const round = sent.rounds.find(({ first_attempt }) => first_attempt === number);
  const outcome = useOutcome(attempt);
  const asked = round && t.again_by[round.asked_by.type];
  const failure = error_class && failureText(texts, error_class, status_code);
  return (
    <TimelineEvent
      at={attempt.started_at}
      tone={failure ? 'bad' : 'good'}
      title={
        <>
          {t.attempt(number)}: {failure ? failure.what.toLocaleLowerCase() : t.told}
        </>
      }
    >
      {(outcome || asked) && <p>{[outcome, asked].filter(Boolean).join(' · ')}</p>}
      {attempt.unconfirmed && <p>{t.unconfirmed}</p>}
      {round?.signed_anew && <p>{t.signed_anew[round.signed_anew]}</p>}
      {failure && isLast && (
        <div class="cause">
          <p>{failure.why}</p>
          <p>
            <strong>{t.mend}</strong> {failure.mend}
          </p>
        </div>
      )}
      <Exchange attempt={attempt} body={sent.body} />
      {isLast && sent.curl && <CopyButton value={sent.curl} text={t.curl} />}
    </TimelineEvent>
  );
}

/** `404 in 84 ms`, or how long we waited for a response; nothing without a connection. */
export function useOutcome({ status_code, duration_ms, error_class }: Attempt): string | undefined {
  const t = useTexts().attempts;
  const took = duration(duration_ms);
  if (status_code !== null) return t.answered(status_code, took);
  return error_class === 'timeout' || error_class === 'reset' ? t.no_answer(took) : undefined;
}
