import { failureText } from '../texts/failure_texts';
import { duration, money } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { CopyButton } from '../ui/copy_button';
import { Time } from '../ui/time';
import { Timeline, TimelineEvent } from '../ui/timeline';
import type { Callback, CallbackAttempt, PaymentLink } from './calls';

/** The life of a link from its making to the merchant's answer, in the order in which it happened. */
export function LinkTimeline({ link, callback }: { link: PaymentLink; callback: Callback | undefined }) {
  const t = useTexts().payment_links;
  const { event } = t;
  const hasExpired = link.status === 'expired';
  return (
    <Timeline label={t.timeline}>
      <TimelineEvent at={link.created_at} tone="plain" title={event.made}>
        <p>{link.created_by.type === 'user' ? event.by_user : event.by_token}</p>
      </TimelineEvent>
      {link.status === 'succeeded' && (
        <TimelineEvent
          at={link.closed_at ?? undefined}
          tone="good"
          title={event.paid(money(link.received_amount ?? '0'))}
        />
      )}
      {hasExpired && (
        <TimelineEvent at={link.closed_at ?? link.expires_at} tone="plain" icon="ban" title={event.expired} />
      )}
      {link.status === 'cancelled' && (
        <TimelineEvent at={link.closed_at ?? undefined} tone="plain" icon="ban" title={event.cancelled} />
      )}
      {link.status === 'failed' && (
        <TimelineEvent at={link.closed_at ?? undefined} tone="bad" title={event.failed}>
          {link.failure_reason && <p>{event.failed_because[link.failure_reason]}</p>}
        </TimelineEvent>
      )}
      {link.status === 'pending' && (
        <TimelineEvent at={link.expires_at} tone="wait" title={event.expires}>
          <p>
            <Time at={link.expires_at} relative />
          </p>
        </TimelineEvent>
      )}
      {callback?.attempts.map((attempt, index) => (
        <Attempt
          key={attempt.number}
          attempt={attempt}
          callback={callback}
          isLast={index === callback.attempts.length - 1}
        />
      ))}
      {callback?.status === 'pending' && <Due callback={callback} />}
    </Timeline>
  );
}

function Due({ callback }: { callback: Callback }) {
  const { event } = useTexts().payment_links;
  const next = callback.next_attempt_at;
  if (!next || Date.parse(next) <= Date.now()) return <TimelineEvent tone="wait" title={event.sending} />;
  return (
    <TimelineEvent at={next} tone="wait" title={event.next}>
      <p>
        <Time at={next} relative />
      </p>
    </TimelineEvent>
  );
}

interface AttemptProps {
  attempt: CallbackAttempt;
  callback: Callback;
  isLast: boolean;
}

function Attempt({ attempt, callback, isLast }: AttemptProps) {
  const texts = useTexts();
  const t = texts.payment_links;
  const { number, status_code, duration_ms, error_class } = attempt;
  const round = callback.rounds.find(({ first_attempt }) => first_attempt === number);
  const took = duration(duration_ms);
  const waited = error_class === 'timeout' || error_class === 'reset';
  const outcome = status_code !== null ? t.answered(status_code, took) : waited ? t.no_answer(took) : undefined;
  const asked = round && t.event.again_by[round.asked_by.type];
  const failure = error_class && failureText(texts, error_class, status_code);
  return (
    <TimelineEvent
      at={attempt.started_at}
      tone={failure ? 'bad' : 'good'}
      title={
        <>
          {t.event.attempt(number)}: {failure ? failure.what.toLocaleLowerCase() : t.event.told}
        </>
      }
    >
      {(outcome || asked) && <p>{[outcome, asked].filter(Boolean).join(' · ')}</p>}
      {round?.signed_anew && <p>{t.event.signed_anew[round.signed_anew]}</p>}
      {failure && isLast && (
        <div class="cause">
          <p>{failure.why}</p>
          <p>
            <strong>{t.mend}</strong> {failure.mend}
          </p>
        </div>
      )}
      <Exchange attempt={attempt} callback={callback} />
      {isLast && callback.curl && <CopyButton value={callback.curl} what="cURL" text={t.curl} />}
    </TimelineEvent>
  );
}

/** What went over the wire, for the developer of the receiver. */
function Exchange({ attempt, callback }: { attempt: CallbackAttempt; callback: Callback }) {
  const t = useTexts().payment_links;
  const headers = attempt.response_headers.map(({ name, value }) => `${name}: ${value}`).join('\n');
  const received = [headers, attempt.response_body].filter(Boolean).join('\n\n');
  return (
    <details class="exchange">
      <summary>{t.exchange}</summary>
      <dl class="facts">
        {attempt.address && (
          <div>
            <dt>{t.address}</dt>
            <dd>{attempt.address}</dd>
          </div>
        )}
        {attempt.tls && (
          <div>
            <dt>{t.tls}</dt>
            <dd>{attempt.tls}</dd>
          </div>
        )}
        {attempt.hops.length > 0 && (
          <div>
            <dt>{t.hops}</dt>
            <dd>{attempt.hops.join(' → ')}</dd>
          </div>
        )}
      </dl>
      <h3>{t.sent}</h3>
      <pre>{callback.body ?? t.body_gone}</pre>
      <h3>{t.received}</h3>
      {attempt.error && <p>{attempt.error}</p>}
      <pre>{received || t.nothing_received}</pre>
    </details>
  );
}
