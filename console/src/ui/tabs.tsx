import type { ComponentChildren } from 'preact';

/** Tabs are links: each part of a page has an address. */
export const Tabs = ({ label, children }: { label: string; children: ComponentChildren }) => (
  <nav class="tabs" aria-label={label}>
    {children}
  </nav>
);

export const Tab = ({
  href,
  current,
  count,
  children,
}: {
  href: string;
  current: boolean;
  /** How much waits there. */
  count?: number | string | undefined;
  children: ComponentChildren;
}) => (
  <a href={href} aria-current={current ? 'page' : undefined}>
    {children}
    {Boolean(count) && <span class="count">{count}</span>}
  </a>
);
