import type { ComponentChildren, InputHTMLAttributes, Ref } from 'preact';
import { useId } from 'preact/hooks';
import { useTexts } from '../texts/use_texts';
import { type FaultTexts, faultText, useFault } from './form_state';
import { Icon } from './icon';

interface Common {
  name: string;
  label: string;
  hint?: ComponentChildren;
  /** Texts for this field's faults, by code. */
  faults?: FaultTexts;
  optional?: boolean;
}

export interface ControlProps {
  id: string;
  name: string;
  required: boolean;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
}

/** A label, a control, its hint and its fault. The others in this file are made of it. */
export function Field({
  name,
  label,
  hint,
  faults,
  optional,
  after,
  children,
}: Common & { after?: ComponentChildren; children: (control: ControlProps) => ComponentChildren }) {
  const texts = useTexts();
  const id = useId();
  const code = useFault(name);
  const described = [hint && `${id}-hint`, code && `${id}-fault`].filter(Boolean).join(' ');
  return (
    <div class="field">
      <label for={id}>
        {label}
        {optional && <span class="optional"> · {texts.common.optional}</span>}
      </label>
      {children({
        id,
        name,
        required: !optional,
        'aria-invalid': code ? true : undefined,
        'aria-describedby': described || undefined,
      })}
      {code && (
        <p class="fault" id={`${id}-fault`}>
          <Icon name="circle-alert" />
          {faultText(texts, code, faults)}
        </p>
      )}
      {hint && (
        <p class="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {after}
    </div>
  );
}

type InputProps = Common &
  Pick<
    InputHTMLAttributes<HTMLInputElement>,
    | 'type'
    | 'autocomplete'
    | 'inputMode'
    | 'pattern'
    | 'maxLength'
    | 'minLength'
    | 'placeholder'
    | 'value'
    | 'autofocus'
    | 'spellcheck'
  > & { inputRef?: Ref<HTMLInputElement>; defaultValue?: string; suffix?: string };

export function TextField({ name, label, hint, faults, optional, inputRef, suffix, ...input }: InputProps) {
  return (
    <Field {...{ name, label, hint, faults: faults ?? {}, optional: optional ?? false }}>
      {(control) => (
        <span class={suffix ? 'input suffixed' : 'input'} data-suffix={suffix}>
          <input type="text" autocapitalize="none" ref={inputRef ?? null} {...input} {...control} />
        </span>
      )}
    </Field>
  );
}

export function TextArea({
  rows = 3,
  maxLength,
  value,
  ...field
}: Common & { rows?: number; maxLength?: number; value?: string }) {
  return (
    <Field {...field}>
      {(control) => <textarea rows={rows} maxLength={maxLength} defaultValue={value ?? ''} {...control} />}
    </Field>
  );
}

export interface Option {
  value: string;
  text: string;
  disabled?: boolean;
}

export function SelectField({
  options,
  value,
  onChange,
  ...field
}: Common & { options: Option[]; value?: string; onChange?: (value: string) => void }) {
  return (
    <Field {...field}>
      {(control) => (
        <select {...control} onChange={(event) => onChange?.(event.currentTarget.value)}>
          {options.map((option) => (
            // A select has no default value of its own.
            <option
              key={option.value}
              value={option.value}
              disabled={option.disabled}
              selected={option.value === value}
            >
              {option.text}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

export function Checkbox({
  name,
  children,
  checked,
}: {
  name: string;
  children: ComponentChildren;
  checked?: boolean;
}) {
  return (
    <label class="checkbox">
      <input type="checkbox" name={name} value="true" defaultChecked={checked ?? false} />
      <span>{children}</span>
    </label>
  );
}
