import { Attempts } from '../app/attempts';
import { money } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { Time } from '../ui/time';
import { Timeline, TimelineEvent } from '../ui/timeline';
import type { Callback, PaymentLink } from './calls';

/** The events of a link from its creation to the merchant's response, in order. */
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
      {callback && <Attempts sent={callback} />}
    </Timeline>
  );
}
