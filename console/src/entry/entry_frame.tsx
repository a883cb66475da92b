import type { ComponentChildren } from 'preact';
import { useConfig } from '../app/config';
import { LanguageSwitch } from '../app/language_switch';
import { useTexts } from '../texts/use_texts';
import { Page } from '../ui/page';

interface FrameProps {
  title: string;
  advice?: string;
  /** Below the card: other ways to continue. */
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
          {/* Each step is a new page to a screen reader, which reads its heading again. */}
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
