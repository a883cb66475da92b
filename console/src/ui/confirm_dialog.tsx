import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useTexts } from '../texts/use_texts';
import { Button } from './button';
import { Dialog } from './dialog';
import { TextField } from './field';
import { Form } from './form';

interface ConfirmProps {
  title: string;
  /** The text of the button that does it. */
  action: string;
  onConfirm: (idempotencyKey: string) => Promise<unknown>;
  onClose: () => void;
  /** A name that has to be typed first, for what cannot be undone. */
  typedName?: string;
  danger?: boolean;
  refusals?: Record<string, string>;
  children?: ComponentChildren;
}

/** Says what will happen, and does it on a second press. */
export function ConfirmDialog({
  title,
  action,
  onConfirm,
  onClose,
  typedName,
  danger,
  refusals,
  children,
}: ConfirmProps) {
  const texts = useTexts();
  const [isTyped, setTyped] = useState(!typedName);
  const submit = async (_: unknown, key: string) => {
    if (!isTyped) return;
    await onConfirm(key);
    onClose();
  };
  return (
    <Dialog title={title} onClose={onClose}>
      {children}
      <Form
        submit={action}
        danger={danger ?? false}
        refusals={refusals ?? {}}
        onSubmit={submit}
        onInput={(values) => typedName && setTyped(values['typed_name'] === typedName)}
        waitsFor={isTyped || !typedName ? undefined : texts.common.confirm_name(typedName)}
        others={
          <Button kind="quiet" onClick={onClose}>
            {texts.common.back}
          </Button>
        }
      >
        {typedName && <TextField name="typed_name" label={texts.common.confirm_name(typedName)} autocomplete="off" />}
      </Form>
    </Dialog>
  );
}
