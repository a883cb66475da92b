import { Icon } from './icon';

/** Where a person is in something that takes several pages. */
export const Steps = ({ label, steps, at }: { label: string; steps: string[]; at: number }) => (
  <ol class="wizard" aria-label={label}>
    {steps.map((step, index) => (
      <li
        key={step}
        aria-current={index === at ? 'step' : undefined}
        data-done={index < at || at === steps.length - 1 || undefined}
      >
        <span class="step-mark">
          {index < at || at === steps.length - 1 ? <Icon name="check" /> : <span>{index + 1}</span>}
        </span>
        <span class="step-name">{step}</span>
      </li>
    ))}
  </ol>
);
