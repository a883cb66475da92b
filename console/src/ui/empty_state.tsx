import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from './icon';

/** An empty list: what it will show, and how to get there. */
export function EmptyState({ icon, title, children }: { icon: IconName; title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <span class="empty-icon">
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      {children}
    </div>
  );
}
