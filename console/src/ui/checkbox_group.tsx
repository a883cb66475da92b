import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';
import { useTexts } from '../texts/use_texts';
import { type FaultTexts, faultText, useFault } from './form_state';
import { Icon } from './icon';

interface GroupProps {
  name: string;
  label: string;
  hint?: ComponentChildren;
  faults?: FaultTexts;
  options: { value: string; text: ComponentChildren }[];
  /** What is chosen at first. */
  values?: readonly string[];
}

/** A multiple choice. The form gets one value: the chosen options in their order, separated by commas. */
export function CheckboxGroup({ name, label, hint, faults, options, values = [] }: GroupProps) {
  const texts = useTexts();
  const id = useId();
  const code = useFault(name);
  const [chosen, setChosen] = useState(new Set(values));
  const toggle = (value: string, isOn: boolean) => {
    const next = new Set(chosen);
    if (isOn) next.add(value);
    else next.delete(value);
    setChosen(next);
  };
  const described = [hint && `${id}-hint`, code && `${id}-fault`].filter(Boolean).join(' ');
  const inOrder = options.filter(({ value }) => chosen.has(value)).map(({ value }) => value);
  return (
    <fieldset class="field checkbox-group" aria-describedby={described || undefined}>
      <legend>{label}</legend>
      <input type="hidden" name={name} value={inOrder.join(',')} />
      {options.map(({ value, text }, index) => (
        <label class="checkbox" key={value}>
          <input
            type="checkbox"
            data-field={name}
            checked={chosen.has(value)}
            aria-invalid={code && index === 0 ? true : undefined}
            onInput={(event) => toggle(value, event.currentTarget.checked)}
          />
          <span>{text}</span>
        </label>
      ))}
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
    </fieldset>
  );
}
