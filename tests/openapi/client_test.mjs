// A client that is generated from the document compiles, and works against the service.
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { documentUrl, service } from './world.mjs';

// Inside node_modules, where its own imports are found, and which is nobody's source.
const modules = new URL('node_modules/', import.meta.url).pathname;
const folder = mkdtempSync(join(modules, '.client-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const run = (script, args) => spawnSync(process.execPath, [join(modules, script), ...args], { cwd: folder, encoding: 'utf8' });
const compile = () => run('typescript/bin/tsc', ['--project', '.']);

writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({
  compilerOptions: {
    strict: true, target: 'es2022', module: 'nodenext', moduleResolution: 'nodenext', skipLibCheck: true, types: [],
    lib: ['es2022', 'dom', 'dom.iterable'],
  },
  files: ['client.ts'],
}));
writeFileSync(join(folder, 'openapi.json'), await (await fetch(documentUrl)).text());
const generated = run('openapi-typescript/bin/cli.js', ['openapi.json', '-o', 'api.d.ts']);
assert.equal(generated.status, 0, generated.stderr);
const source = readFileSync(new URL('client.ts', import.meta.url), 'utf8');
writeFileSync(join(folder, 'client.ts'), source);

test('it compiles, makes, lists and cancels links', async () => {
  const compiled = compile();
  assert.equal(compiled.status, 0, compiled.stdout);
  const { Shop } = await import(join(folder, 'client.js'));
  const { id, bank_accounts } = service.workspace;
  const shop = new Shop(service.origin, service.sandbox.access_token, id);
  const made = [];
  for (const amount of ['50000', '60000', '70000']) made.push(await shop.make(bank_accounts[0].id, amount, `order-${amount}`));
  assert.equal((await shop.make(bank_accounts[0].id, '50000', 'order-50000')).id, made[0].id);
  assert.deepEqual((await shop.listPending()).map((link) => link.amount), ['70000', '60000', '50000']);
  assert.equal(await shop.cancel(made[1]), 'cancelled');
  assert.equal(await shop.cancel(made[1]), 'PAYMENT_LINK_NOT_PENDING');
  assert.deepEqual((await shop.listPending()).map((link) => link.id), [made[2].id, made[0].id]);
  await assert.rejects(shop.make(bank_accounts[0].id, '1', 'order-1'), /VALIDATION_ERROR/);
});

// What the compiler knows of the API: without it the test above would prove little.
for (const [what, from, to] of [
  ['a member that is missing', "callback_url: 'https://127.0.0.1:8443/paid', ", ''],
  ['a number for an amount', 'amount, metadata', 'amount: 50000, metadata'],
  ['a status that no link has', "status: 'pending'", "status: 'paid'"],
  ['a path that there is not', '/cancel', '/close'],
])
  test(`it does not compile with ${what}`, () => {
    assert.ok(source.includes(from));
    writeFileSync(join(folder, 'client.ts'), source.replace(from, to));
    const compiled = compile();
    assert.notEqual(compiled.status, 0);
    assert.match(compiled.stdout, /^client\.ts\(\d+,\d+\): error TS2\d\d\d: /);
  });
