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
    [{ classification: 'overpaid', amount: '200000' }, {}, 'with 50,000 ₫ more than was asked for'],
    [{ classification: 'underpaid', attention: 'underpaid' }, {}, '50,000 ₫ short of the 150,000 ₫'],
    [{ classification: 'below_minimum', attention: 'below_minimum', amount: '1000' }, {}, 'Less than 2,000 ₫'],
    [
      { classification: 'duplicate', attention: 'duplicate' },
      {},
      'It came 4 minutes after PFSL7K2M9QX4 had been paid.',
    ],
    [{ classification: 'late', attention: 'late' }, { end: 'expired' }, '4 minutes after PFSL7K2M9QX4 had expired'],
    [{ classification: 'late', attention: 'late' }, { end: 'cancelled' }, 'had been cancelled'],
    [{ transfer_type: 'debit' }, {}, 'Money went out.'],
    [{}, {}, 'names no link and no order'],
  ];
  for (const [changes, subject, text] of told) assert.ok(sentence(changes, subject)!.includes(text), text);
});

test('money that the bank booked in time and told of late is late by our time', () => {
  const late = { classification: 'late', attention: 'late', transaction_date: '2026-11-26T02:59:00Z' } as const;
  assert.equal(sentence(late, { end: 'expired' }), 'It came 4 minutes after PFSL7K2M9QX4 had expired.');
});

test('a near miss names what was written and what it resembles, two names both', () => {
  const near = { attention: 'near_miss', content: 'ck pfsl 7k2m 9qx5' } as const;
  assert.equal(sentence(near, { end: 'open' }), 'PFSL7K2M9QX5 is one character off PFSL7K2M9QX4 (150,000 ₫, pending).');
  const both = { attention: 'ambiguous', content: 'PFSL7K2M9QX4 PFOD22223333' } as const;
  assert.match(sentence(both)!, /PFSL7K2M9QX4 and PFOD22223333/);
});

test('nothing is said before the link is known', () => {
  assert.equal(
    explain(en, { ...credit, classification: 'matched' }, { isLoading: true, subject: undefined }),
    undefined,
  );
});
