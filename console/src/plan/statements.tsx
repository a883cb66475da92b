import { money, monthName, number } from '../texts/format';
import { useTexts } from '../texts/use_texts';
import { Badge } from '../ui/badge';
import { CsvLink } from '../ui/csv_link';
import { type Column, List } from '../ui/list';
import { Section } from '../ui/page';
import { useCursorList } from '../ui/use_cursor_list';
import { addressOfStatement, listStatements, type Statement } from './calls';

export function Statements() {
  const t = useTexts().plan;
  const list = useCursorList({ key: ['plan', 'statements'], load: listStatements });
  const columns: Column<Statement>[] = [
    { name: 'month', head: t.of_month, cell: ({ month }) => <strong class="capital">{monthName(month)}</strong> },
    { name: 'plan', head: t.of_plan, cell: ({ plan }) => plan },
    {
      name: 'status',
      head: t.status,
      cell: ({ status }) => <Badge tone={status === 'open' ? 'wait' : 'plain'}>{t.statuses[status]}</Badge>,
    },
    {
      name: 'transactions',
      head: t.transactions,
      kind: 'quiet',
      wideOnly: true,
      cell: ({ transactions, quota }) => `${number(transactions)} / ${number(quota)}`,
    },
    {
      name: 'overage',
      head: t.overage_amount,
      kind: 'quiet',
      wideOnly: true,
      cell: ({ overage_amount }) => money(overage_amount),
    },
    { name: 'total', head: t.total, kind: 'money', cell: ({ total }) => <span class="money">{money(total)}</span> },
    {
      name: 'print',
      head: t.print,
      cell: (statement) => (
        <a
          class="row-action"
          href={addressOfStatement(statement)}
          target="_blank"
          rel="noreferrer"
          aria-label={t.print_of(monthName(statement.month))}
        >
          {t.print}
        </a>
      ),
    },
  ];
  return (
    <Section title={t.statements} actions={<CsvLink list="/account/statements" small />}>
      <p class="quiet-text section-advice">{t.statements_advice}</p>
      <List label={t.statements} list={list} columns={columns} empty={null} />
    </Section>
  );
}
