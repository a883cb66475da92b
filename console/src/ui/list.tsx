import type { ComponentChildren } from 'preact';
import { useTexts } from '../texts/use_texts';
import { Button } from './button';
import { EmptyState } from './empty_state';
import { Failure } from './failure';
import type { CursorList } from './use_cursor_list';

export interface Column<Row> {
  name: string;
  head: string;
  cell: (row: Row) => ComponentChildren;
  /**
   * `money` is aligned by its digits, and stands at the right of a card; so does `state`. `sum` is only aligned. `quiet` is
   * for secondary data; `full` has a line of a card to itself; the head of `actions` is for screen readers.
   */
  kind?: 'money' | 'sum' | 'state' | 'quiet' | 'full' | 'actions';
  /** Not in the cards of a phone. */
  wideOnly?: boolean;
  /** In a card, where there are no heads, its own stands before it. */
  named?: boolean;
}

interface ListProps<Row> {
  /** What the table holds, for screen readers. */
  label: string;
  list: CursorList<Row>;
  /** The first column is the link to the row's own page. */
  columns: Column<Row>[];
  href?: (row: Row) => string;
  /** Shown while the list is empty; says how to create the first one. */
  empty: ComponentChildren;
  /** Given if filters are set. */
  onClear?: (() => void) | undefined;
}

/** A list in its four states; a table with room, cards without. Every row is a link that opens in a tab of its own, too. */
export function List<Row extends { id: string }>({ label, list, columns, href, empty, onClear }: ListProps<Row>) {
  const { list: texts } = useTexts().common;
  if (list.state === 'failed') return <Failure error={list.error} onRetry={list.retry} />;
  if (list.state === 'ready' && list.rows.length === 0) {
    if (!onClear) return <>{empty}</>;
    return (
      <EmptyState icon="search" title={texts.no_match}>
        <p>{texts.no_match_advice}</p>
        <Button onClick={onClear}>{texts.clear}</Button>
      </EmptyState>
    );
  }
  return (
    <div class="list">
      {list.waiting > 0 && (
        <button type="button" class="new-rows" onClick={list.showNew}>
          {texts.new_rows(list.waiting)}
        </button>
      )}
      <div class="card flush">
        <table class="rows" aria-busy={list.state === 'loading'}>
          <caption class="unseen">{label}</caption>
          <thead>
            <tr>
              {columns.map(({ name, head, kind }) => (
                <th key={name} scope="col" data-kind={kind}>
                  {kind === 'actions' ? <span class="unseen">{head}</span> : head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {list.state === 'loading' ? (
              <Skeleton columns={columns} />
            ) : (
              list.rows.map((row) => <Row key={row.id} {...{ row, columns, href }} />)
            )}
          </tbody>
        </table>
      </div>
      {list.hasMore && (
        <Button busy={list.isLoadingMore} onClick={list.loadMore}>
          {list.isLoadingMore ? texts.loading_more : texts.more}
        </Button>
      )}
    </div>
  );
}

function Row<Row>({
  row,
  columns,
  href,
}: {
  row: Row;
  columns: Column<Row>[];
  href: ((row: Row) => string) | undefined;
}) {
  return (
    <tr>
      {columns.map(({ name, head, cell, kind, wideOnly, named }, index) => {
        const isFirst = index === 0;
        const content = isFirst && href ? <a href={href(row)}>{cell(row)}</a> : cell(row);
        return isFirst ? (
          <th key={name} scope="row" data-kind={kind}>
            {content}
          </th>
        ) : (
          <td key={name} data-kind={kind} data-wide={wideOnly || undefined} data-head={named ? head : undefined}>
            {content}
          </td>
        );
      })}
    </tr>
  );
}

/** As high as the rows that are loading. */
const Skeleton = <Row,>({ columns }: { columns: Column<Row>[] }) => (
  <>
    {[0, 1, 2, 3, 4, 5, 6, 7].map((line) => (
      <tr key={line} class="skeleton">
        {columns.map(({ name, kind, wideOnly }) => (
          <td key={name} data-kind={kind} data-wide={wideOnly || undefined}>
            <span class="bone" />
          </td>
        ))}
      </tr>
    ))}
  </>
);
