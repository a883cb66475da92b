import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entryAt } from '../src/app/first_page';

const table = {
  '/': 'all',
  '/w/:ws': 'home',
  '/w/:ws/links': 'list',
  '/w/:ws/links/new': 'form',
  '/w/:ws/links/:pl': 'one',
};

test('an address has the entry whose parts fit', () => {
  for (const [path, entry] of [
    ['/', 'all'],
    ['', 'all'],
    ['/w/ws_1', 'home'],
    ['/w/ws_1/', 'home'],
    ['/w/ws_1/links', 'list'],
    ['/w/ws_1/links/new', 'form'],
    ['/w/ws_1/links/pl_1', 'one'],
    ['/w', undefined],
    ['/w/ws_1/orders', undefined],
    ['/w/ws_1/links/pl_1/more', undefined],
  ] as const)
    assert.equal(entryAt(table, path), entry, path);
});
