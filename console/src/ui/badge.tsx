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
  /** The possible texts: there is room for the widest, so that nothing next to it moves. */
  among?: Record<string, string> | undefined;
  children: ComponentChildren;
}

/** A state as a word, with a shape besides its colour. */
export function Badge({ tone, among, children }: BadgeProps) {
  const icon = icons[tone];
  const badge = (
    <span class={`badge ${tone}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
  if (!among) return badge;
  return (
    <span class="among" data-texts={Object.values(among).join('\n')}>
      {badge}
    </span>
  );
}
