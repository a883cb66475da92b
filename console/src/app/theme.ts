export type Theme = 'auto' | 'light' | 'dark';

const stored = 'paylink.theme';

export function theme(): Theme {
  const chosen = document.documentElement.dataset['theme'];
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto';
}

export function setTheme(next: Theme) {
  if (next === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = next;
  try {
    if (next === 'auto') localStorage.removeItem(stored);
    else localStorage.setItem(stored, next);
  } catch {
    // It holds for this visit.
  }
}
