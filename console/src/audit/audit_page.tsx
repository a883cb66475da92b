import { useLocation } from 'preact-iso/router';
import { pageOf, useWorkspace } from '../app/workspace';
import { number } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { CsvLink } from '../ui/csv_link';
import { EmptyState } from '../ui/empty_state';
import { FilterBar, FilterDays, FilterSelect, FilterText } from '../ui/filter_bar';
import { type Column, List } from '../ui/list';
import { Page } from '../ui/page';
import { Time } from '../ui/time';
import { useCursorList } from '../ui/use_cursor_list';
import { useFilters } from '../ui/use_filters';
import { Actor } from './actor';
import { type AuditRow, filterNames, listRows, usePeople } from './calls';
import { ChainNote } from './chain_note';
import { RowDialog } from './row_dialog';

export default function AuditPage() {
  const texts = useTexts();
  const t = texts.audit;
  const { id: ws, workspace, denied } = useWorkspace();
  const { query, path, route } = useLocation();
  const reason = denied('audit_log');
  const isAllowed = workspace !== undefined && !reason;
  const filters = useFilters(filterNames);
  const people = usePeople(ws, isAllowed).data;
  const list = useCursorList({
    key: ['audit', ws, 'list', filters.values],
    load: (cursor) => listRows(ws, filters.values, cursor),
    enabled: isAllowed,
  });
  if (reason)
    return (
      <Page title={t.title}>
        <EmptyState icon="lock" title={t.denied_title}>
          <p>{reason}</p>
        </EmptyState>
      </Page>
    );
  const addressWith = (changes: Record<string, string>) =>
    `${path}?${new URLSearchParams({ ...(query as Record<string, string>), ...changes })}`;
  const { row: shownId, ...others } = query as Record<string, string>;
  const shown = list.rows.find(({ id }) => id === shownId);
  const close = () => route(`${path}?${new URLSearchParams(others)}`.replace(/\?$/, ''), true);

  const columns: Column<AuditRow>[] = [
    { name: 'what', head: t.what, cell: ({ action }) => t.actions[action] ?? action },
    {
      name: 'who',
      head: t.who,
      cell: ({ actor }) => (
        <span class="actor">
          <Actor actor={actor} people={people} />
        </span>
      ),
    },
    {
      name: 'target',
      head: t.target,
      kind: 'quiet',
      wideOnly: true,
      cell: ({ target }) => <code class="cut">{target}</code>,
    },
    {
      name: 'address',
      head: t.from_where,
      kind: 'quiet',
      wideOnly: true,
      cell: ({ address }) => address ?? t.inside,
    },
    { name: 'number', head: t.number, kind: 'quiet', cell: (row) => `#${number(row.number)}` },
    { name: 'when', head: t.when, kind: 'quiet', cell: (row) => <Time at={row.created_at} seconds /> },
  ];
  return (
    <Page title={t.title} actions={<CsvLink list={`/workspaces/${ws}/audit-log`} filters={filters.values} />}>
      <FilterBar filters={filters}>
        <FilterSelect filters={filters} name="action" label={t.what} options={optionsOf(Object.entries(t.actions))} />
        <FilterSelect
          filters={filters}
          name="actor"
          label={t.who}
          options={optionsOf(withChosen([...(people ?? [])], filters.values.actor))}
        />
        <FilterText filters={filters} name="target" label={t.target} />
        <FilterDays filters={filters} />
      </FilterBar>
      {list.state === 'ready' && <ChainNote rows={list.rows} isFiltered={filters.isSet} />}
      <List
        label={t.title}
        list={list}
        columns={columns}
        href={({ id }) => addressWith({ row: id })}
        onClear={filters.isSet ? filters.clear : undefined}
        empty={<EmptyState icon="scroll-text" title={t.none_yet} />}
      />
      {shown && (
        <RowDialog
          row={shown}
          before={list.rows.find((row) => row.number === shown.number - 1)}
          people={people}
          base={pageOf(ws, 'audit')}
          onClose={close}
        />
      )}
    </Page>
  );
}

const optionsOf = (entries: [string, string][]) => entries.map(([value, text]) => ({ value, text }));

/** A token or former member can only be selected by the URL; the filter still shows it. */
const withChosen = (people: [string, string][], chosen: string | undefined): [string, string][] =>
  chosen && !people.some(([id]) => id === chosen) ? [...people, [chosen, chosen]] : people;
