import { useState } from 'preact/hooks';
import { useTexts } from '../texts/use_texts';
import { announce } from './announce';
import { Icon } from './icon';

interface CopyProps {
  value: string;
  /** What is copied, for its name: `Copy reference`. A button with a text can do without. */
  what?: string;
  /** Shown beside the icon. */
  text?: string;
}

export function CopyButton({ value, what, text }: CopyProps) {
  const texts = useTexts();
  const [isDone, setDone] = useState(false);
  const copy = async (event: MouseEvent) => {
    event.preventDefault();
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      announce(texts.common.copy_failed);
      return;
    }
    setDone(true);
    announce(texts.common.copied);
    setTimeout(() => setDone(false), 2000);
  };
  return (
    <button
      type="button"
      class={text ? 'button small' : 'copy'}
      aria-label={what && texts.common.copy(what)}
      onClick={copy}
    >
      <Icon name={isDone ? 'check' : 'copy'} />
      {text}
    </button>
  );
}

/** A value in a fixed width, with its button. */
export function Copied({ value, what, children }: { value: string; what: string; children?: string }) {
  return (
    <span class="copied">
      <code>{children ?? value}</code>
      <CopyButton value={value} what={what} />
    </span>
  );
}
