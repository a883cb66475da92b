import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { en } from './en';
import type { Language } from './language';

/** Every text of the console. English is the type; a missing Vietnamese text does not compile. */
export type Texts = typeof en;

export const loadTexts = async (language: Language): Promise<Texts> =>
  language === 'vi' ? (await import('./vi')).vi : (await import('./en')).en;

export const TextsContext = createContext<Texts | undefined>(undefined);

export function useTexts(): Texts {
  const texts = useContext(TextsContext);
  if (!texts) throw new Error('useTexts is called outside of the console');
  return texts;
}
