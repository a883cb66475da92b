import type { ComponentChildren } from 'preact';
import { useTexts } from '../texts/use_texts';
import { FilterAmounts, FilterBar, FilterDays, FilterSelect, FilterText } from '../ui/filter_bar';
import type { Filters } from '../ui/use_filters';
import type { sharedFilters } from './calls';

interface TransactionFiltersProps {
  filters: Filters<(typeof sharedFilters)[number]>;
  /** The choice of an account or of a Workspace. */
  place: ComponentChildren;
  /** Only money that came in needs attention. */
  isOpen: boolean;
}

export function TransactionFilters({ filters, place, isOpen }: TransactionFiltersProps) {
  const { payment_links, transactions: t } = useTexts();
  const { rejected: _, ...classifications } = payment_links.classifications;
  return (
    <FilterBar filters={filters}>
      <FilterText filters={filters} name="q" label={t.text} wide />
      {place}
      {!isOpen && (
        <FilterSelect
          filters={filters}
          name="classification"
          label={t.result}
          options={optionsOf({ ...classifications, none: t.none })}
        />
      )}
      {!isOpen && (
        <FilterSelect filters={filters} name="transfer_type" label={t.direction} options={optionsOf(t.directions)} />
      )}
      <FilterDays filters={filters} />
      <FilterAmounts filters={filters} />
    </FilterBar>
  );
}

const optionsOf = (texts: Record<string, string>) => Object.entries(texts).map(([value, text]) => ({ value, text }));
