// The console's types are those of the API that it calls: console/src/api/schema.ts is what its generator makes of the document.
import { after, test } from 'node:test';
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentUrl, service } from './world.mjs';

const folder = mkdtempSync(join(tmpdir(), 'paylink-schema-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const generator = new URL('../../console/schema.mjs', import.meta.url).pathname;
const compare = (from) => spawnSync(process.execPath, [generator, from, '--check'], { encoding: 'utf8' });

test('the types of the console are those of the document', () => {
  const compared = compare(service.origin);
  assert.equal(compared.status, 0, compared.stderr);
});

test('a member that the console does not know is noticed, and it is said what to do', async () => {
  const document = await (await fetch(documentUrl)).json();
  document.components.schemas.PaymentLink.properties.colour = { type: 'string' };
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const compared = compare(file);
  assert.equal(compared.status, 1, compared.stderr);
  assert.match(compared.stderr, /differ first in line \d+\.\n(.|\n)*npm run schema -- http/);
});
