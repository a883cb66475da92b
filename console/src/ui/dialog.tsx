import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';
import { useTexts } from '../texts/use_texts';
import { Icon } from './icon';

interface DialogProps {
  title: string;
  onClose: () => void;
  /** A dialog that needs an answer cannot be put away by a click beside it. */
  needsAnswer?: boolean;
  wide?: boolean;
  children?: ComponentChildren;
}

/** Open while it is rendered. The browser keeps the focus inside and gives it back afterwards. */
export function Dialog({ title, onClose, needsAnswer, wide, children }: DialogProps) {
  const texts = useTexts();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => element.close();
  }, []);
  const click = (event: MouseEvent) => {
    if (!needsAnswer && event.target === dialog.current) onClose();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the Escape key raises `cancel`.
    <dialog
      ref={dialog}
      class={wide ? 'dialog wide' : 'dialog'}
      aria-labelledby={id}
      onClick={click}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div class="dialog-body">
        <header>
          <h2 id={id}>{title}</h2>
          <button type="button" class="button quiet square" aria-label={texts.common.close} onClick={onClose}>
            <Icon name="x" />
          </button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
