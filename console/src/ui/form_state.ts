import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Texts } from '../texts/use_texts';

/** The faults of the surrounding form: a code by the field's name. */
export const FaultsContext = createContext<Record<string, string>>({});

/** Texts for codes, where the common ones are too general. */
export type FaultTexts = Record<string, string>;

export const faultText = (texts: Texts, code: string, own: FaultTexts = {}) =>
  own[code] ?? texts.common.faults[code] ?? texts.common.faults['type']!;

const isOf = (name: string) => (fault: string) =>
  fault === name || fault.startsWith(`${name}.`) || fault.startsWith(`${name}[`);

/** The same object if the field has no fault. */
export function withoutFaultOf(name: string, faults: Record<string, string>): Record<string, string> {
  const left = Object.entries(faults).filter(([fault]) => !isOf(name)(fault));
  return left.length === Object.keys(faults).length ? faults : Object.fromEntries(left);
}

/** The code of the fault of a field, if it has one. `metadata.order` and `metadata` both belong to `metadata`. */
export function useFault(name: string): string | undefined {
  const faults = useContext(FaultsContext);
  const field = Object.keys(faults).find(isOf(name));
  return field && faults[field];
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The API's fault code for a failed HTML constraint of a control. */
export function faultOfControl(control: Control): string | undefined {
  const { validity } = control;
  if (validity.valid) return undefined;
  if (validity.valueMissing) return 'required';
  if (validity.tooShort || validity.rangeUnderflow) return 'too_small';
  if (validity.rangeOverflow) return 'too_large';
  if (validity.tooLong) return 'too_long';
  // A field's own check says its code here.
  return validity.customError ? control.validationMessage : 'format';
}

/** Finds faults before anything is sent. */
export function faultsOfForm(form: HTMLFormElement): Record<string, string> {
  const faults: Record<string, string> = {};
  for (const control of form.elements) {
    if (!('validity' in control)) continue;
    const { name } = control as Control;
    const code = name && faultOfControl(control as Control);
    if (code) faults[name] ??= code;
  }
  return faults;
}
