import assert from 'node:assert/strict';
import { test } from 'node:test';
import { digitsOfAmount } from '../src/texts/amounts';

test('amounts are read as people write them', () => {
  const read = {
    45000: ['45000', '45.000', '45,000', '45 000', '45\u00a0000', '45.000₫', '45.000 đ', '45,000 VND', ' 045000 '],
    1250000: ['1.250.000', '1,250,000 ₫'],
    0: ['0', '000'],
    500: ['500', '500đ'],
  };
  for (const [digits, texts] of Object.entries(read))
    for (const text of texts) assert.equal(digitsOfAmount(text), digits, text);
});

test('what may mean another amount is none', () => {
  for (const text of [
    '',
    '₫',
    '0.500',
    '45.5',
    '45.00',
    '4500.000',
    '1.250,000',
    '45,000.00',
    '45.0000',
    '-45000',
    '45k',
    '4e4',
    '45 000 000.000',
  ])
    assert.equal(digitsOfAmount(text), undefined, text);
});
