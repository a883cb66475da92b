import type { ComponentChildren } from 'preact';
import { useConfig } from '../app/config';
import { LanguageSwitch } from '../app/language_switch';
import { useTexts } from '../texts/use_texts';
import { Page } from '../ui/page';

interface FrameProps {
  title: string;
  advice?: string;
  /** Below the card: other ways to go on. */
  others?: ComponentChildren;
  children?: ComponentChildren;
}

/** A card in the middle of the page, for people who are not signed in. */
export function EntryFrame({ title, advice, others, children }: FrameProps) {
  const { shell } = useTexts();
  const config = useConfig();
  return (
    <div class="entry">
      <header>
        {config ? (
          <a class="brand" href="/console/">
            {config.brand}
          </a>
        ) : (
          <span class="brand">{'\u00a0'}</span>
        )}
        {config?.sandbox && (
          <span class="sandbox" title={shell.sandbox_advice}>
            {shell.sandbox}
          </span>
        )}
        <LanguageSwitch />
      </header>
      <main>
        <div class="card">
          {/* The next step of a page is a page of its own to the reader: its heading is told again. */}
          <Page key={title} title={title}>
            {advice && <p class="lead">{advice}</p>}
            {children}
          </Page>
        </div>
        {others && <div class="others">{others}</div>}
      </main>
    </div>
  );
}
