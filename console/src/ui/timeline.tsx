import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon';
import { Time } from './time';

export type EventTone = 'good' | 'wait' | 'bad' | 'plain';
const icons: Record<EventTone, IconName> = { good: 'circle-check', wait: 'clock', bad: 'circle-x', plain: 'circle' };

export const Timeline = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <ol class="timeline" aria-label={label}>
    {children}
  </ol>
);

interface EventProps {
  at?: string | undefined;
  tone: EventTone;
  icon?: IconName;
  title: ComponentChildren;
  children?: ComponentChildren;
}

export const TimelineEvent = ({ at, tone, icon, title, children }: EventProps) => (
  <li class={`event ${tone}`}>
    <Icon name={icon ?? icons[tone]} />
    <div class="event-head">
      <strong>{title}</strong>
      {at && <Time at={at} seconds />}
    </div>
    {children && <div class="event-body">{children}</div>}
  </li>
);
