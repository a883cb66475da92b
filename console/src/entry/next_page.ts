/** Where to go after signing in: only a page of the console, whatever the address says. */
export function nextPage(asked: string | undefined): string {
  const url = asked ? new URL(asked, location.origin) : undefined;
  const isOurs =
    url?.origin === location.origin && url.pathname.startsWith('/console/') && asked?.startsWith('/console/');
  return isOurs ? url.pathname + url.search : '/console/';
}
