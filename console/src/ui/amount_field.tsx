import { useEffect, useRef } from 'preact/hooks';
import { digitsOfAmount } from '../texts/amounts';
import { grouped } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { TextField } from './field';
import type { FaultTexts } from './form_state';

interface AmountFieldProps {
  name: string;
  label: string;
  hint?: string;
  optional?: boolean;
  /** Digits. */
  defaultValue?: string;
  faults?: FaultTexts;
}

/** An amount in đồng: grouped while it is not typed in, and digits alone for its form. */
export function AmountField({ defaultValue = '', faults, ...field }: AmountFieldProps) {
  const { amount_format: format } = useTexts().common;
  const input = useRef<HTMLInputElement>(null);

  useEffect(() => {
    const element = input.current!;
    const form = element.form!;
    const read = () => digitsOfAmount(element.value);
    const check = () => element.setCustomValidity(element.value && read() === undefined ? 'format' : '');
    const group = () => {
      const digits = read();
      if (digits !== undefined) element.value = grouped(digits);
    };
    const give = ({ formData }: FormDataEvent) => formData.set(field.name, read() ?? element.value);
    check();
    element.addEventListener('input', check);
    element.addEventListener('blur', group);
    form.addEventListener('formdata', give);
    return () => form.removeEventListener('formdata', give);
  }, [field.name]);

  return (
    <TextField
      {...field}
      inputRef={input}
      inputMode="numeric"
      autocomplete="off"
      suffix="₫"
      defaultValue={defaultValue && grouped(defaultValue)}
      faults={{ format, ...faults }}
    />
  );
}
