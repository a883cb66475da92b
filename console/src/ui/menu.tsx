import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { Icon, type IconName } from './icon';

interface MenuProps {
  /** Its accessible name, where the button shows no text. */
  label: string;
  icon?: IconName;
  text?: ComponentChildren;
  align?: 'start' | 'end';
  chevron?: boolean;
  children: ComponentChildren;
}

/** A button that opens a small list of links and buttons; a click on one, a click elsewhere or Escape closes it. */
export function Menu({ label, icon, text, align = 'end', chevron = false, children }: MenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const close = (event: Event) => {
      const element = menu.current;
      if (!element?.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== 'Escape') return;
        element.querySelector('summary')?.focus();
      } else if (
        element.contains(event.target as Node) &&
        !(event.target as Element).closest('.menu-list a, .menu-list button')
      )
        return;
      element.open = false;
    };
    addEventListener('click', close);
    addEventListener('keydown', close);
    return () => {
      removeEventListener('click', close);
      removeEventListener('keydown', close);
    };
  }, []);
  return (
    <details class={`menu ${align}`} ref={menu}>
      <summary class={`button quiet${text ? '' : ' square'}`} aria-label={label} title={text ? undefined : label}>
        {icon && <Icon name={icon} />}
        {text}
        {chevron && <Icon name="chevron-down" />}
      </summary>
      <div class="menu-list">{children}</div>
    </details>
  );
}

interface ItemProps {
  icon?: IconName;
  onClick: () => void;
  denied?: string | undefined;
  danger?: boolean;
  pressed?: boolean;
  children: ComponentChildren;
}

export const MenuItem = ({ icon, onClick, denied, danger, pressed, children }: ItemProps) => (
  <button
    type="button"
    class={danger ? 'menu-item danger' : 'menu-item'}
    aria-disabled={denied ? true : undefined}
    aria-pressed={pressed}
    onClick={() => !denied && onClick()}
  >
    {icon && <Icon name={icon} />}
    <span>
      {children}
      {denied && <small>{denied}</small>}
    </span>
    {pressed && <Icon name="check" />}
  </button>
);
