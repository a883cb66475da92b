import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearestIn, referencesIn } from '../src/transactions/references';

test('references are found however a bank has written them', () => {
  assert.deepEqual(referencesIn('ck PFSL7K2M 9QX4-pfod2222 3333.PFSL7K2M9QX4'), ['PFSL7K2M9QX4', 'PFOD22223333']);
  assert.deepEqual(referencesIn('chuyển tiền'), []);
});

test('the place that looks most like a reference is found, wherever its wrong character is', () => {
  assert.equal(nearestIn('Lan ck PFSL 7K2M 9QX5 cam on', 'PFSL7K2M9QX4'), 'PFSL7K2M9QX5');
  assert.equal(nearestIn('PESL7K2M9QX4', 'PFSL7K2M9QX4'), 'PESL7K2M9QX4');
  assert.equal(nearestIn('đường PFSĐ7K2M9QX4', 'PFSL7K2M9QX4'), 'PFSD7K2M9QX4');
  assert.equal(nearestIn('ck', 'PFSL7K2M9QX4'), undefined);
});
