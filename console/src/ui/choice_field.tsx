import { useId } from 'preact/hooks';
import { useTexts } from '../texts/use_texts';
import { faultText, useFault } from './form_state';
import { Icon } from './icon';

export interface Choice {
  value: string;
  text: string;
  /** What choosing it means. */
  advice?: string;
}

/** One of a few choices, each with a sentence: where a select would hide what they mean. */
export function ChoiceField({
  name,
  label,
  choices,
  value,
}: {
  name: string;
  label: string;
  choices: Choice[];
  value?: string;
}) {
  const texts = useTexts();
  const id = useId();
  const code = useFault(name);
  return (
    <fieldset class="choices" aria-describedby={code ? `${id}-fault` : undefined}>
      <legend>{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} class="choice">
          <input
            type="radio"
            name={name}
            value={choice.value}
            defaultChecked={choice.value === value}
            required
            aria-describedby={choice.advice ? `${id}-${choice.value}` : undefined}
          />
          <span>{choice.text}</span>
          {choice.advice && <small id={`${id}-${choice.value}`}>{choice.advice}</small>}
        </label>
      ))}
      {code && (
        <p class="fault" id={`${id}-fault`}>
          <Icon name="circle-alert" />
          {faultText(texts, code)}
        </p>
      )}
    </fieldset>
  );
}
