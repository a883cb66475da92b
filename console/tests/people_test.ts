import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deviceOf } from '../src/account/device';
import { fieldOf, grantsIn, mayGrant, networksIn, permissionOf } from '../src/api_tokens/permissions';

test('what is ticked becomes grants, by Workspace', () => {
  const values = {
    name: 'Shop server',
    [fieldOf('ws_1', 'payment_links:read')]: 'true',
    [fieldOf('ws_2', 'workspaces:members')]: 'true',
    [fieldOf('ws_1', 'payment_links:write')]: 'true',
  };
  assert.deepEqual(grantsIn(values), [
    { workspace_id: 'ws_1', permissions: ['payment_links:read', 'payment_links:write'] },
    { workspace_id: 'ws_2', permissions: ['workspaces:members'] },
  ]);
});

test('a token holds what the role of its person holds', () => {
  assert.equal(permissionOf('payment_links', 'delete'), undefined);
  assert.ok(mayGrant('member', permissionOf('payment_links', 'write')!));
  assert.ok(!mayGrant('member', permissionOf('webhooks', 'write')!));
  assert.ok(!mayGrant('admin', permissionOf('workspaces', 'delete')!));
});

test('networks are read as people separate them', () =>
  assert.deepEqual(networksIn(' 203.0.113.0/24\n2001:db8::/32, 198.51.100.7 \n'), [
    '203.0.113.0/24',
    '2001:db8::/32',
    '198.51.100.7',
  ]));

test('a browser is named for people', () => {
  const cases: [string, string | undefined, string | undefined][] = [
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/126.0 Safari/537.36 Edg/126.0', 'Edge', 'Windows'],
    ['Mozilla/5.0 (Linux; Android 14) Chrome/126.0 Mobile Safari/537.36', 'Chrome', 'Android'],
    ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) Version/17.5 Safari/604.1', 'Safari', 'iPhone'],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0', 'Firefox', 'Linux'],
    ['curl/8.5.0', undefined, undefined],
  ];
  for (const [agent, browser, system] of cases) assert.deepEqual(deviceOf(agent), { browser, system });
});
