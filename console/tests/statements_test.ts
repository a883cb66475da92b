import assert from 'node:assert/strict';
import { test } from 'node:test';
import { datePatternOf, formatOf, guessColumns, readCsv } from '../src/banks/statement_file';

test('the format of a statement is seen at its beginning', () => {
  assert.equal(formatOf('\uFEFF<?xml version="1.0"?><Document/>').word, 'camt');
  assert.equal(formatOf(':20:STMT\r\n:25:0123').word, 'mt940');
  assert.equal(formatOf('{1:F01BANK}{4:\n:20:X').word, 'mt940');
  assert.equal(formatOf('Date,Amount\n').word, 'csv');
});

test('the columns of a CSV file are known by their names, in both languages', () => {
  assert.deepEqual(guessColumns(['Date', 'Amount', 'Text', 'Reference']), {
    date: 'Date',
    amount: 'Amount',
    text: 'Text',
    reference: 'Reference',
  });
  assert.deepEqual(guessColumns(['STT', 'Ngày giao dịch', 'Số tiền ghi nợ', 'Số tiền ghi có', 'Số dư', 'Diễn giải']), {
    date: 'Ngày giao dịch',
    credit: 'Số tiền ghi có',
    debit: 'Số tiền ghi nợ',
    text: 'Diễn giải',
  });
  assert.deepEqual(guessColumns(['a', 'b']), {});
});

test('what stands above the head is passed over, and quoted cells are one', () => {
  const file =
    '\uFEFFSao kê;tháng 3\r\n\r\nNgày;Số tiền;Nội dung\r\n15/3/2026;150.000;"a;b ""c"""\r\n16/3/2026;1;d\r\n';
  assert.deepEqual(readCsv(file), {
    columns: ['Ngày', 'Số tiền', 'Nội dung'],
    rows: [
      ['15/3/2026', '150.000', 'a;b "c"'],
      ['16/3/2026', '1', 'd'],
    ],
  });
  assert.deepEqual(readCsv(''), { columns: [], rows: [] });
  assert.deepEqual(readCsv('x\ty\n1\t2').columns, ['x', 'y']);
});

test('how a date is written is said in the words of the service', () => {
  assert.equal(datePatternOf('15/03/2026 09:30:05'), 'd/M/yyyy H:mm:ss');
  assert.equal(datePatternOf('2026-03-15'), 'yyyy-M-d');
  assert.equal(datePatternOf('15.3.2026 9:30'), 'd.M.yyyy H:mm');
  assert.equal(datePatternOf('15 March'), '');
});
