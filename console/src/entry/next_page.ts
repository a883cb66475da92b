const home = '/console/';

/** The page after signing in: only a page of the console, whatever the URL says. */
export function nextPage(asked = ''): string {
  if (!asked.startsWith(home)) return home;
  try {
    const { pathname, search } = new URL(asked, location.origin);
    // Dots may lead out of the console.
    return pathname.startsWith(home) ? pathname + search : home;
  } catch {
    return home;
  }
}
