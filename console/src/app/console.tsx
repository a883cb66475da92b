import { QueryClientProvider } from '@tanstack/preact-query';
import type { AnyComponent, ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { LocationProvider, Route, Router, useLocation } from 'preact-iso/router';
import { type Language, language, setLanguage } from '../texts/language';
import { loadTexts, type Texts, TextsContext } from '../texts/use_texts';
import { Announcements } from '../ui/announce';
import { accountQuery, mayBeSignedIn } from './account';
import BrokenPage from './broken_page';
import { entryAt } from './first_page';
import { SwitchLanguageContext } from './language_switch';
import { loadPart } from './new_version';
import NotFoundPage from './not_found_page';
import { queries } from './queries';
import { SessionGate } from './session_gate';
import { Shell } from './shell';

/** Screens by their path below `/console`; each is loaded when it is first shown. */
export type Screens = Record<string, () => Promise<{ default: AnyComponent<never> }>>;

const routesOf = (screens: Screens) =>
  Object.entries(screens).map(([path, load]) => (
    <Route
      key={path}
      path={`/console${path}`}
      component={lazy(() => loadPart(load).catch(() => ({ default: BrokenPage }))) as unknown as AnyComponent<object>}
    />
  ));

/** Requests the first page's data while the texts load; the caller reports failures. */
function loadAhead(outside: Screens, inside: Screens) {
  const path = location.pathname.replace(/^\/console/, '');
  const isInside = mayBeSignedIn() && entryAt(outside, path) === undefined;
  entryAt(isInside ? inside : outside, path)?.().catch(() => {});
  if (isInside) void queries.prefetchQuery(accountQuery);
}

/** The whole console: `outside` is for people who are not signed in, `inside` for those who are. */
export function makeConsole(outside: Screens, inside: Screens) {
  const outsideRoutes = routesOf(outside);
  const insideRoutes = routesOf(inside);
  const isOutside = (path: string) => Object.keys(outside).some((one) => path === `/console${one}`);
  loadAhead(outside, inside);

  function Content() {
    const { path } = useLocation();
    if (isOutside(path)) return <Router>{outsideRoutes}</Router>;
    return (
      <SessionGate>
        <Shell>
          <Router>
            {insideRoutes}
            <Route default component={NotFoundPage} />
          </Router>
        </Shell>
      </SessionGate>
    );
  }

  return function Console({ first }: { first: Texts }) {
    const [texts, setTexts] = useState(first);
    useEffect(() => {
      document.documentElement.lang = language();
    }, [texts]);
    const change = (next: Language) =>
      void loadPart(() => loadTexts(next)).then((loaded) => {
        setLanguage(next);
        setTexts(loaded);
      });
    return (
      <QueryClientProvider client={queries}>
        <TextsContext.Provider value={texts}>
          <SwitchLanguageContext.Provider value={change}>
            <LocationProvider scope="/console">
              <Guarded>
                <Content />
              </Guarded>
              <Announcements />
            </LocationProvider>
          </SwitchLanguageContext.Provider>
        </TextsContext.Provider>
      </QueryClientProvider>
    );
  };
}

/** A bug must not leave an empty page. */
function Guarded({ children }: { children: ComponentChildren }) {
  const { url } = useLocation();
  const [failedAt, setFailedAt] = useState<string>();
  if (failedAt === url)
    return (
      <main>
        <BrokenPage />
      </main>
    );
  const fail = (error: Error) => {
    console.error(error);
    setFailedAt(url);
  };
  return <ErrorBoundary onError={fail}>{children}</ErrorBoundary>;
}
