import type { QueryClient } from '@tanstack/preact-query';

/** Says that something changed, never what: the lists and pages that show it refetch. Without an id, several changed. */
export interface Hint {
  kind: string;
  id: string | null;
}

/** The first members of the query keys that show a kind. A kind that is missing here is its own plural. */
const shownBy: Record<string, string[]> = {
  payment_link: ['payment_links', 'statistics'],
  callback: ['payment_links', 'statistics'],
  transaction: ['transactions', 'payment_links', 'statistics'],
  delivery: ['deliveries', 'webhooks', 'statistics'],
  webhook: ['webhooks'],
  order: ['orders'],
  bank_account: ['banks', 'statistics'],
  member: ['members', 'workspaces'],
  invitation: ['members'],
  workspace: ['workspaces'],
};

const beatTime = 10_000;

/** The first event of a stream: everything shown may be stale. */
export const hello = 'hello';

const prefixOf = (id: string) => id.slice(0, id.indexOf('_') + 1);

/** Whether a query's result may have changed; false for the page of another object of the kind. */
export function isConcerned(key: readonly unknown[], workspace: string, hint: Hint): boolean {
  const [kind, of, id] = key;
  if (of !== workspace || !(shownBy[hint.kind] ?? [`${hint.kind}s`]).includes(String(kind))) return false;
  if (hint.id === null || typeof id !== 'string') return true;
  return id === hint.id || !id.startsWith(prefixOf(hint.id));
}

/** The queries that an event makes stale; none if it says nothing. */
export function concernedBy(text: string, workspace: string): ((key: readonly unknown[]) => boolean) | undefined {
  if (text === hello) return (key) => key[1] === workspace;
  const hint = parseHint(text);
  return hint && ((key) => isConcerned(key, workspace, hint));
}

/**
 * Follows the changes of a Workspace. One tab holds the stream, since browsers allow six HTTP/1.1 connections per host,
 * and notifies the others. Without a stream, visible data is refetched every 15 seconds.
 */
export function followWorkspace(workspace: string, queries: QueryClient): () => void {
  const channel = new BroadcastChannel(`paylink/${workspace}`);
  const stop = new AbortController();
  let heardAt = 0;
  const hear = (text: string) => {
    heardAt = Date.now();
    const concerned = concernedBy(text, workspace);
    if (concerned) void queries.invalidateQueries({ predicate: ({ queryKey }) => concerned(queryKey) });
  };
  channel.onmessage = ({ data }: MessageEvent<string>) => hear(data);
  const tell = (text: string) => {
    hear(text);
    channel.postMessage(text);
  };

  const listen = () =>
    new Promise<void>((release) => {
      const stream = new EventSource(`/v1.1/changes/${workspace}`);
      const beat = setInterval(() => stream.readyState === EventSource.OPEN && tell(''), beatTime);
      stream.onopen = () => tell('');
      stream.onmessage = ({ data }) => tell(data);
      stream.addEventListener('hello', () => tell(hello));
      const end = () => {
        clearInterval(beat);
        stream.close();
        release();
      };
      // A rejected stream does not reconnect.
      stream.onerror = () => stream.readyState === EventSource.CLOSED && setTimeout(end, 60_000);
      stop.signal.addEventListener('abort', end);
    });
  const takeTurns = async () => {
    while (!stop.signal.aborted) await navigator.locks.request(`paylink/${workspace}`, { signal: stop.signal }, listen);
  };
  takeTurns().catch(() => {
    // The page was left before this tab got the lock.
  });

  const ask = setInterval(() => {
    if (document.visibilityState === 'hidden' || Date.now() - heardAt < 2 * beatTime) return;
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => queryKey[1] === workspace && queryKey[0] !== 'workspaces',
    });
  }, 15_000);
  return () => {
    stop.abort();
    clearInterval(ask);
    channel.close();
  };
}

export function parseHint(text: string): Hint | undefined {
  try {
    const hint: unknown = JSON.parse(text);
    const { kind, id } = hint as Partial<Hint>;
    return typeof kind === 'string' ? { kind, id: typeof id === 'string' ? id : null } : undefined;
  } catch {
    return undefined;
  }
}
