import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { digitsOfAmount } from '../texts/amounts';
import { useTexts } from '../texts/use_texts';
import { Button } from './button';
import type { Option } from './field';
import type { Filters } from './use_filters';

interface BarProps<Name extends string> {
  filters: Filters<Name>;
  /** Actions on what the filters match, at the end of the bar. */
  actions?: ComponentChildren;
  children: ComponentChildren;
}

export function FilterBar<Name extends string>({ filters, actions, children }: BarProps<Name>) {
  const texts = useTexts();
  return (
    <search class="filters" aria-label={texts.common.filters.title}>
      {children}
      {filters.isSet && (
        <Button kind="quiet" icon="x" onClick={filters.clear}>
          {texts.common.list.clear}
        </Button>
      )}
      {actions && <div class="filter-actions">{actions}</div>}
    </search>
  );
}

interface FilterProps<Name extends string> {
  filters: Filters<Name>;
  name: Name;
  label: string;
}

export function FilterSelect<Name extends string>({
  filters,
  name,
  label,
  options,
}: FilterProps<Name> & { options: Option[] }) {
  const texts = useTexts();
  const id = useId();
  const value = filters.values[name] ?? '';
  return (
    <div class="filter">
      <label for={id}>{label}</label>
      <select
        id={id}
        value={value}
        data-set={value ? true : undefined}
        onChange={(event) => filters.set(name, event.currentTarget.value)}
      >
        <option value="">{texts.common.all}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
    </div>
  );
}

/** Takes effect on Enter or when the field is left. */
export function FilterText<Name extends string>({
  filters,
  name,
  label,
  clean = (text) => text.trim(),
  numeric = false,
  wide = false,
}: FilterProps<Name> & { clean?: (text: string) => string; numeric?: boolean; wide?: boolean }) {
  const id = useId();
  const value = filters.values[name] ?? '';
  const apply = (input: HTMLInputElement) => {
    const next = clean(input.value);
    if (next !== value) filters.set(name, next);
    // Shows the active filters.
    else input.value = value;
  };
  return (
    <div class={wide ? 'filter wide' : 'filter'}>
      <label for={id}>{label}</label>
      <input
        id={id}
        type="search"
        value={value}
        data-set={value ? true : undefined}
        inputMode={numeric ? 'numeric' : 'text'}
        autocapitalize="none"
        spellcheck={false}
        onBlur={(event) => apply(event.currentTarget)}
        onKeyDown={(event) => event.key === 'Enter' && apply(event.currentTarget)}
      />
    </div>
  );
}

const digitsOf = (text: string) => (digitsOfAmount(text) ?? '').replace(/^0+/, '');

/** Amounts of at least `min_amount` and at most `max_amount`, in đồng. */
export function FilterAmounts<Name extends string>({
  filters,
}: {
  filters: Filters<Name | 'min_amount' | 'max_amount'>;
}) {
  const { filters: texts } = useTexts().common;
  return (
    <div class="filter-pair">
      <FilterText filters={filters} name="min_amount" label={texts.min_amount} clean={digitsOf} numeric />
      <FilterText filters={filters} name="max_amount" label={texts.max_amount} clean={digitsOf} numeric />
    </div>
  );
}

/** The days `from` and `to`, both included, in Vietnam. */
export function FilterDays<Name extends string>({ filters }: { filters: Filters<Name | 'from' | 'to'> }) {
  const { filters: texts } = useTexts().common;
  const id = useId();
  return (
    <div class="filter-pair">
      {(['from', 'to'] as const).map((name) => (
        <div class="filter" key={name}>
          <label for={id + name}>{texts[name]}</label>
          <input
            id={id + name}
            type="date"
            value={filters.values[name] ?? ''}
            data-set={filters.values[name] ? true : undefined}
            onChange={(event) => filters.set(name, event.currentTarget.value)}
          />
        </div>
      ))}
    </div>
  );
}
