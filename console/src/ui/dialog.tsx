import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useTexts } from '../texts/use_texts';
import { firstField } from './first_field';
import { Icon } from './icon';

interface DialogProps {
  title: string;
  /** None: only a button of its own closes it. */
  onClose?: () => void;
  /** A dialog that needs an answer does not close on a click outside. */
  needsAnswer?: boolean;
  wide?: boolean;
  children?: ComponentChildren;
}

/** Open while it is rendered. The browser keeps the focus inside and gives it back afterwards. */
export function Dialog({ title, onClose, needsAnswer, wide, children }: DialogProps) {
  const texts = useTexts();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const element = dialog.current!;
    element.showModal();
    // The first button closes it: a key that is still held down would press it.
    if (!firstField(element)) heading.current!.focus();
    return () => element.close();
  }, []);
  const click = (event: MouseEvent) => {
    if (!needsAnswer && event.target === dialog.current) onClose?.();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the Escape key raises `cancel`.
    <dialog
      ref={dialog}
      class={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      onClick={click}
      // A second Escape closes any dialog: browsers let no page hold one open.
      onClose={() => !onClose && dialog.current?.showModal()}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
    >
      <div class="dialog-body">
        <header>
          <h2 id={id} ref={heading} tabIndex={-1}>
            {title}
          </h2>
          {onClose && (
            <button type="button" class="button quiet square" aria-label={texts.common.close} onClick={onClose}>
              <Icon name="x" />
            </button>
          )}
        </header>
        {children}
      </div>
    </dialog>
  );
}
