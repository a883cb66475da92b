import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Language, language } from '../texts/language';
import { useTexts } from '../texts/use_texts';

/** Loads the texts of a language and shows the console in it. */
export const SwitchLanguageContext = createContext<(next: Language) => void>(() => {});

const names: Record<Language, string> = { vi: 'Tiếng Việt', en: 'English' };

export function LanguageSwitch() {
  const { shell } = useTexts();
  const change = useContext(SwitchLanguageContext);
  return (
    <fieldset class="languages" aria-label={shell.language}>
      {(['vi', 'en'] as const).map((one) => (
        <button
          type="button"
          key={one}
          lang={one}
          aria-label={names[one]}
          aria-pressed={language() === one}
          onClick={() => change(one)}
        >
          {one.toUpperCase()}
        </button>
      ))}
    </fieldset>
  );
}
