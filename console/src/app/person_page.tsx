import type { ComponentChildren } from 'preact';
import { useTexts } from '../texts/use_texts';
import { Page } from '../ui/page';
import { Tab, Tabs } from '../ui/tabs';
import { hrefOfPerson, personPages } from './navigation';

const names = ['account', 'tokens', 'plan'] as const;
const pages = personPages.filter(({ name }) => (names as readonly string[]).includes(name));

interface PersonPageProps {
  name: (typeof names)[number];
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** A page about oneself, with the way to the others: they belong to no Workspace, so nothing at the side leads there. */
export function PersonPage({ name, actions, children }: PersonPageProps) {
  const { shell, account } = useTexts();
  return (
    <Page title={shell.nav[name]} actions={actions}>
      <Tabs label={account.pages}>
        {pages.map((item) => (
          <Tab key={item.name} href={hrefOfPerson(item)} current={item.name === name}>
            {shell.nav[item.name]}
          </Tab>
        ))}
      </Tabs>
      {children}
    </Page>
  );
}
