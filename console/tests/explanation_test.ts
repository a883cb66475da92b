import assert from 'node:assert/strict';
import { test } from 'node:test';
import { en } from '../src/texts/en';
import { setLanguage } from '../src/texts/language';
import type { Transaction } from '../src/transactions/calls';
import { explain } from '../src/transactions/explanation';
import type { Subject } from '../src/transactions/subject';

const credit = {
  amount: '100000',
  transfer_type: 'credit',
  content: 'ck PFSL7K2M9QX4',
  transaction_date: '2026-11-26T03:04:00Z',
  recorded_at: '2026-11-26T03:04:30Z',
  classification: null,
  attention: null,
} as Transaction;
const link: Subject = {
  reference: 'PFSL7K2M9QX4',
  amount: '150000',
  end: 'paid',
  endedAt: '2026-11-26T03:00:00Z',
  paidBy: null,
  href: '',
};
const sentence = (changes: Partial<Transaction>, subject: Partial<Subject> = {}) => {
  setLanguage('en');
  const found = { isLoading: false, subject: { ...link, ...subject } };
  return explain(en, { ...credit, ...changes }, found)?.replaceAll('\u00a0', ' ');
};

test('money is explained by what the link asked for, and when it ended', () => {
  const told: [Partial<Transaction>, Partial<Subject>, string][] = [
    [{ classification: 'matched' }, {}, 'It completed PFSL7K2M9QX4.'],
    [{ classification: 'overpaid', amount: '200000' }, {}, 'with an overpayment of 50,000 ₫'],
    [{ classification: 'underpaid', attention: 'underpaid' }, {}, '50,000 ₫ less than the 150,000 ₫'],
    [{ classification: 'below_minimum', attention: 'below_minimum', amount: '1000' }, {}, 'Less than 2,000 ₫'],
    [{ classification: 'duplicate', attention: 'duplicate' }, {}, 'It arrived 4 minutes after PFSL7K2M9QX4 was paid.'],
    [{ classification: 'late', attention: 'late' }, { end: 'expired' }, '4 minutes after PFSL7K2M9QX4 expired'],
    [{ classification: 'late', attention: 'late' }, { end: 'cancelled' }, 'was cancelled'],
    [{ transfer_type: 'debit' }, {}, 'Outgoing money:'],
    [{}, {}, 'no reference of a link or order'],
  ];
  for (const [changes, subject, text] of told) assert.ok(sentence(changes, subject)!.includes(text), text);
});

test('money booked in time and reported late is late by our time', () => {
  const late = { classification: 'late', attention: 'late', transaction_date: '2026-11-26T02:59:00Z' } as const;
  assert.equal(sentence(late, { end: 'expired' }), 'It arrived 4 minutes after PFSL7K2M9QX4 expired.');
});

test('a near miss names the text and the similar reference, an ambiguous text both references', () => {
  const near = { attention: 'near_miss', content: 'ck pfsl 7k2m 9qx5' } as const;
  assert.equal(
    sentence(near, { end: 'open' }),
    'PFSL7K2M9QX5 differs from PFSL7K2M9QX4 (150,000 ₫, pending) by one character.',
  );
  const both = { attention: 'ambiguous', content: 'PFSL7K2M9QX4 PFOD22223333' } as const;
  assert.match(sentence(both)!, /PFSL7K2M9QX4 and PFOD22223333/);
});

test('nothing is said before the link is known', () => {
  assert.equal(
    explain(en, { ...credit, classification: 'matched' }, { isLoading: true, subject: undefined }),
    undefined,
  );
});
