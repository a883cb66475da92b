import { useState } from 'preact/hooks';
import { useTexts } from '../texts/use_texts';
import { Field } from './field';
import type { FaultTexts } from './form_state';
import { Icon } from './icon';

/** The fault code of a new password; empty if it is valid. Characters are counted as users count them. */
export function faultOfPassword(text: string): string {
  const size = [...text].length;
  if (size === 0) return 'required';
  if (size < 8) return 'too_small';
  if (size > 128) return 'too_long';
  return /[a-z]/.test(text) && /[A-Z]/.test(text) && /[0-9]/.test(text) ? '' : 'format';
}

interface PasswordProps {
  label: string;
  faults?: FaultTexts;
  /** A new password is checked against the rules while it is typed. */
  isNew?: boolean;
  name?: string;
  autofocus?: boolean;
}

export function PasswordField({ label, faults = {}, isNew = false, name = 'password', autofocus }: PasswordProps) {
  const texts = useTexts();
  const [isShown, setShown] = useState(false);
  const [text, setText] = useState('');
  const hide = isShown ? texts.common.hide_password : texts.common.show_password;
  const typed = (input: HTMLInputElement) => {
    setText(input.value);
    if (isNew) input.setCustomValidity(faultOfPassword(input.value));
  };
  return (
    <Field name={name} label={label} faults={faults} after={isNew && <PasswordRule text={text} />}>
      {(control) => (
        <span class="input revealing">
          <input
            {...control}
            type={isShown ? 'text' : 'password'}
            autocomplete={isNew ? 'new-password' : 'current-password'}
            autofocus={autofocus}
            autocapitalize="none"
            spellcheck={false}
            onInput={(event) => typed(event.currentTarget)}
          />
          <button
            type="button"
            class="reveal"
            aria-label={hide}
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          >
            <Icon name={isShown ? 'eye-off' : 'eye'} />
          </button>
        </span>
      )}
    </Field>
  );
}

/** The rule in parts, each with its mark as soon as it holds. */
function PasswordRule({ text }: { text: string }) {
  const { rule } = useTexts().entry;
  const size = [...text].length;
  const parts: [string, boolean][] = [
    [rule.length, size >= 8 && size <= 128],
    [rule.lower, /[a-z]/.test(text)],
    [rule.upper, /[A-Z]/.test(text)],
    [rule.digit, /[0-9]/.test(text)],
  ];
  return (
    <ul class="rule">
      {parts.map(([part, holds]) => (
        <li key={part} data-holds={holds || undefined}>
          <Icon name={holds ? 'check' : 'circle'} />
          {part}
          {holds && <span class="unseen"> ✓</span>}
        </li>
      ))}
    </ul>
  );
}
