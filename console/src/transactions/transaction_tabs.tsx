import { textOfCount } from '../app/open_counts';
import { useTexts } from '../texts/use_texts';
import { Tab, Tabs } from '../ui/tabs';

interface TransactionTabsProps {
  path: string;
  /** What is filtered besides; it stays when a person goes from one tab to the other. */
  filters: Partial<Record<string, string>>;
  isOpen: boolean;
  count: number | undefined;
}

export function TransactionTabs({ path, filters, isOpen, count }: TransactionTabsProps) {
  const t = useTexts().transactions;
  const href = (more: Record<string, string>) => {
    const search = new URLSearchParams({ ...(filters as Record<string, string>), ...more }).toString();
    return search ? `${path}?${search}` : path;
  };
  return (
    <Tabs label={t.title}>
      <Tab href={href({})} current={!isOpen}>
        {t.tabs.all}
      </Tab>
      <Tab href={href({ attention: 'open' })} current={isOpen} count={count ? textOfCount(count) : undefined}>
        {t.tabs.attention}
      </Tab>
    </Tabs>
  );
}
