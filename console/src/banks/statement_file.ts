// What can be seen in a statement's text before it is sent: its format, and what the columns of a CSV file are called.
import { statementFormats } from '../api/facts';
import type { StatementColumns } from './calls';

export type StatementFormat = (typeof statementFormats)[number];

export function formatOf(text: string): StatementFormat {
  const start = text.replace(/^\uFEFF/, '').trimStart();
  return statementFormats.find(({ beginning }) => new RegExp(`^(?:${beginning})`).test(start))!;
}

export interface CsvStart {
  columns: string[];
  /** The first records below the head. */
  rows: string[][];
}

/** The cells of one file's first records; a quoted cell may hold separators and ends of lines. */
function recordsOf(text: string, separator: string, most: number): string[][] {
  const records: string[][] = [];
  let cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  const end = () => {
    cells.push(cell.trim());
    if (cells.some(Boolean)) records.push(cells);
    cells = [];
    cell = '';
  };
  for (let i = 0; i < text.length && records.length < most; ++i) {
    const c = text[i]!;
    if (isQuoted && c === '"' && text[i + 1] === '"') cell += text[++i];
    else if (c === '"') isQuoted = !isQuoted;
    else if (isQuoted) cell += c;
    else if (c === separator) {
      cells.push(cell.trim());
      cell = '';
    } else if (c === '\n') end();
    else if (c !== '\r') cell += c;
  }
  if (records.length < most && (cell || cells.length > 0)) end();
  return records;
}

const meanings: [keyof StatementColumns, RegExp][] = [
  ['date', /^(ngay|date|thoi gian|time|transaction date|posting date|booking date)/],
  ['credit', /(ghi co|credit|tien vao|phat sinh co|so tien co)/],
  ['debit', /(ghi no|debit|tien ra|phat sinh no|so tien no)/],
  ['amount', /^(so tien|amount|gia tri)/],
  ['text', /(noi dung|dien giai|mo ta|text|description|details|remark|narrative|content)/],
  ['reference', /(tham chieu|so but toan|ma giao dich|reference|ref|transaction id|ft)/],
];

const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').replace(/đ/gi, 'd').toLowerCase().trim();

/** The columns by their names. One with both directions is left out where each direction has its own. */
export function guessColumns(columns: string[]): Partial<StatementColumns> {
  const found: Partial<StatementColumns> = {};
  for (const [member, pattern] of meanings) {
    const column = columns.find((name) => !Object.values(found).includes(name) && pattern.test(plain(name)));
    if (column) found[member] = column;
  }
  if (found.credit || found.debit) delete found.amount;
  return found;
}

/** The header is the first record with known names, else the one with the most cells. */
export function readCsv(text: string): CsvStart {
  const shown = 5;
  const depth = 40;
  const body = text.replace(/^\uFEFF/, '');
  const all = [',', ';', '\t'].map((separator) => recordsOf(body, separator, depth));
  const widest = (records: string[][]) => Math.max(0, ...records.map((cells) => cells.length));
  const records = all.reduce((best, one) => (widest(one) > widest(best) ? one : best));
  const understood = records.findIndex((cells) => {
    const { date, amount, credit, debit } = guessColumns(cells);
    return date && (amount || credit || debit);
  });
  const head = understood >= 0 ? understood : records.findIndex((cells) => cells.length === widest(records));
  return {
    columns: [...new Set((records[head] ?? []).filter(Boolean))],
    rows: records.slice(head + 1, head + 1 + shown),
  };
}

/** The date format of a cell in the API's notation; empty if unknown. One letter also accepts two digits. */
export function datePatternOf(cell: string): string {
  const match = /^(?:\d{4}([-/.])\d{1,2}\1\d{1,2}|\d{1,2}([-/.])\d{1,2}\2\d{4})( \d{1,2}:\d{2}(:\d{2})?)?$/.exec(cell);
  if (!match) return '';
  const [, yearFirst, dayFirst, time, seconds] = match;
  const day = yearFirst ? `yyyy${yearFirst}M${yearFirst}d` : `d${dayFirst}M${dayFirst}yyyy`;
  return time ? `${day} H:mm${seconds ? ':ss' : ''}` : day;
}
