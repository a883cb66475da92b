import type { ComponentChildren } from 'preact';
import { useTexts } from '../texts/use_texts';
import { Page } from '../ui/page';
import { Tab, Tabs } from '../ui/tabs';

/** Their paths, too. */
const pages = ['account', 'tokens', 'plan'] as const;

interface PersonPageProps {
  name: (typeof pages)[number];
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** A page of the user's own account, with links to the others: they belong to no Workspace, so the side bar has none. */
export function PersonPage({ name, actions, children }: PersonPageProps) {
  const { shell, account } = useTexts();
  return (
    <Page title={shell.nav[name]} actions={actions}>
      <Tabs label={account.pages}>
        {pages.map((page) => (
          <Tab key={page} href={`/console/${page}`} current={page === name}>
            {account.tabs[page]}
          </Tab>
        ))}
      </Tabs>
      {children}
    </Page>
  );
}
