import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon';

export type Tone = 'good' | 'wait' | 'bad' | 'off' | 'plain';
const icons: Record<Tone, IconName | undefined> = {
  good: 'circle-check',
  wait: 'clock',
  bad: 'circle-x',
  off: 'ban',
  plain: undefined,
};

interface BadgeProps {
  tone: Tone;
  /** What it may say while one looks at it: it is as wide as the widest, so that nothing moves. */
  among?: Record<string, string> | undefined;
  children: ComponentChildren;
}

/** A state as a word, with a shape besides its colour. */
export function Badge({ tone, among, children }: BadgeProps) {
  const icon = icons[tone];
  return (
    <span class={`badge ${tone}`}>
      {icon && <Icon name={icon} />}
      {among ? (
        <span class="among" data-texts={Object.values(among).join('\n')}>
          {children}
        </span>
      ) : (
        children
      )}
    </span>
  );
}
