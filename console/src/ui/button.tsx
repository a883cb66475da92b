import type { ComponentChildren, Ref } from 'preact';
import { useId } from 'preact/hooks';
import { Icon, type IconName } from './icon';

interface Look {
  kind?: 'main' | 'plain' | 'quiet' | 'danger';
  small?: boolean;
  icon?: IconName;
  children?: ComponentChildren;
}

const classOf = ({ kind = 'plain', small }: Look) => `button ${kind}${small ? ' small' : ''}`;

interface ButtonProps extends Look {
  type?: 'button' | 'submit';
  /** Why the user cannot do it; the button stays, disabled, and says so. */
  denied?: string | undefined;
  busy?: boolean;
  label?: string;
  expanded?: boolean;
  buttonRef?: Ref<HTMLButtonElement>;
  onClick?: (event: MouseEvent) => void;
}

export function Button({
  type = 'button',
  denied,
  busy,
  label,
  expanded,
  buttonRef,
  onClick,
  icon,
  children,
  ...look
}: ButtonProps) {
  const id = useId();
  // Not `disabled`: a screen reader must reach the button to read the reason.
  const isOff = Boolean(denied) || busy;
  const press = (event: MouseEvent) => {
    if (isOff) event.preventDefault();
    else onClick?.(event);
  };
  const button = (
    <button
      ref={buttonRef}
      type={type}
      class={classOf(look)}
      aria-label={label}
      aria-expanded={expanded}
      aria-disabled={isOff || undefined}
      aria-describedby={denied ? id : undefined}
      data-busy={busy || undefined}
      onClick={press}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
  if (!denied) return button;
  return (
    <span class="denied">
      {button}
      <span class="tip" role="tooltip" id={id}>
        {denied}
      </span>
    </span>
  );
}

interface LinkProps extends Look {
  href: string;
  /** Why the user cannot go there. */
  denied?: string | undefined;
  external?: boolean;
  /** Of the service's own files: it is saved, and the page stays. */
  download?: boolean;
  /** Besides going there. */
  onClick?: () => void;
}

/** A link that looks like a button. */
export function ButtonLink({ href, denied, external, download, onClick, icon, children, ...look }: LinkProps) {
  if (denied)
    return (
      <Button denied={denied} icon={icon!} {...look}>
        {children}
      </Button>
    );
  const away = external ? { target: '_blank', rel: 'noreferrer' } : {};
  return (
    <a class={classOf(look)} href={href} download={download} onClick={onClick} {...away}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  );
}
