// Which language the console speaks. Formats read it where they are called, texts come by `useTexts`.

export type Language = 'vi' | 'en';

const stored = 'paylink.language';

function chosen(): Language {
  try {
    const kept = localStorage.getItem(stored);
    if (kept === 'vi' || kept === 'en') return kept;
  } catch {
    // Storage may be disabled.
  }
  const wanted = globalThis.navigator?.language ?? 'vi';
  return wanted.toLowerCase().startsWith('vi') ? 'vi' : 'en';
}

let current: Language = chosen();

export const language = () => current;

export function setLanguage(next: Language) {
  current = next;
  try {
    localStorage.setItem(stored, next);
  } catch {
    // It holds for this visit.
  }
}
