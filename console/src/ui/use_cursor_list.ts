import { useInfiniteQuery } from '@tanstack/preact-query';
import { useReducer, useRef } from 'preact/hooks';
import type { Page } from '../api/client';

export interface CursorList<Row> {
  state: 'loading' | 'failed' | 'ready';
  error: unknown;
  rows: Row[];
  /** New rows above the shown ones; they wait for `showNew`, so that nothing moves under the pointer. */
  waiting: number;
  showNew: () => void;
  hasMore: boolean;
  isLoadingMore: boolean;
  loadMore: () => void;
  retry: () => void;
}

interface Options<Row> {
  /** What is listed, the Workspace, and the filters: `['payment_links', ws, 'list', filters]`. */
  key: readonly unknown[];
  load: (cursor: string | undefined) => Promise<Page<Row>>;
  enabled?: boolean;
  /** In milliseconds; for data without live hints. */
  refreshEvery?: number;
}

/** A list of the API, a page at a time, newest first. */
export function useCursorList<Row extends { id: string }>({
  key,
  load,
  enabled = true,
  refreshEvery,
}: Options<Row>): CursorList<Row> {
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next,
    enabled,
    refetchInterval: refreshEvery ?? false,
  });
  const [, render] = useReducer((n: number) => n + 1, 0);
  const seen = useRef({ key: '', isCurrent: false, ids: new Set<string>() });
  const all = unique(query.data?.pages.flatMap((page) => page.rows) ?? []);

  const keyText = JSON.stringify(key);
  // Rows created since the cached result are shown at once.
  if (seen.current.key !== keyText || !seen.current.isCurrent)
    seen.current = { key: keyText, isCurrent: query.isFetchedAfterMount, ids: new Set() };
  const firstSeen = all.findIndex((row) => seen.current.ids.has(row.id));
  const waiting = Math.max(0, firstSeen);
  const rows = all.slice(waiting);
  for (const row of rows) seen.current.ids.add(row.id);

  return {
    state: query.isPending ? 'loading' : query.isError && all.length === 0 ? 'failed' : 'ready',
    error: query.error,
    rows,
    waiting,
    showNew: () => {
      for (const row of all) seen.current.ids.add(row.id);
      render(0);
    },
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
    retry: () => void query.refetch(),
  };
}

// While pages are fetched again, a row can stand at the end of one and at the start of the next.
function unique<Row extends { id: string }>(rows: Row[]): Row[] {
  return [...new Map(rows.map((row) => [row.id, row])).values()];
}
