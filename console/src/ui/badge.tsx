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

/** A state as a word, with a shape besides its colour. */
export function Badge({ tone, children }: { tone: Tone; children: ComponentChildren }) {
  const icon = icons[tone];
  return (
    <span class={`badge ${tone}`}>
      {icon && <Icon name={icon} />}
      {children}
    </span>
  );
}
