import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { firstField } from './first_field';
import { Icon } from './icon';

interface PageProps {
  title: string;
  /** What stands in the heading, if it is more than the title. */
  heading?: ComponentChildren;
  /** The list that this page belongs to. */
  parent?: { href: string; text: string };
  /** Beside the heading: the state of a thing. */
  badges?: ComponentChildren;
  actions?: ComponentChildren;
  narrow?: boolean;
  children?: ComponentChildren;
}

/** A page: its title names the tab, and its heading or first field gets the focus. */
export function Page({ title, heading, parent, badges, actions, narrow, children }: PageProps) {
  const { path } = useLocation();
  const page = useRef<HTMLDivElement>(null);
  const top = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = title;
  }, [title]);
  useEffect(() => {
    if (document.querySelector('dialog[open]')) return;
    (firstField(page.current) ?? top.current)?.focus({ preventScroll: true });
  }, [path]);
  return (
    <div ref={page} class={narrow ? 'page narrow' : 'page'}>
      {parent && (
        <a class="parent" href={parent.href}>
          <Icon name="chevron-left" />
          {parent.text}
        </a>
      )}
      <div class="page-head">
        <div class="page-title">
          <h1 ref={top} tabIndex={-1}>
            {heading ?? title}
          </h1>
          {badges}
        </div>
        {actions && <div class="page-actions">{actions}</div>}
      </div>
      {children}
    </div>
  );
}

export function Section({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ComponentChildren;
  children: ComponentChildren;
}) {
  return (
    <section class="section">
      <div class="section-head">
        <h2>{title}</h2>
        {actions}
      </div>
      {children}
    </section>
  );
}

/** A placeholder while something loads. */
export const Placeholder = ({ lines = 3 }: { lines?: number }) => (
  <div class="card placeholder" aria-hidden="true">
    {Array.from({ length: lines }, (_, line) => (
      <span class="bone" key={line} />
    ))}
  </div>
);
