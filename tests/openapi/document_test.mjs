// The document that the service serves, judged by a validator that is not ours; and the page that draws it.
import { test } from 'node:test';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { Validator } from '@seriousme/openapi-schema-validator';
import { documentUrl, service } from './world.mjs';

const faultsOf = async (document) => (await new Validator().validate(document)).errors ?? [];

test('it is valid OpenAPI 3.1', async () => {
  const document = await (await fetch(documentUrl)).json();
  assert.equal(document.openapi, '3.1.0');
  assert.deepEqual(await faultsOf(document), []);
  // What the validator would say of a document that is not.
  const broken = structuredClone(document);
  broken.paths['/livez'].get.responses = 'live';
  assert.notDeepEqual(await faultsOf(broken), []);
});

test('every reference in it leads somewhere', async () => {
  const document = await (await fetch(documentUrl)).json();
  let references = 0;
  const walk = (value) => {
    if (value === null || typeof value !== 'object') return;
    if (typeof value.$ref === 'string') {
      ++references;
      const target = value.$ref.slice(2).split('/').reduce((at, name) => at?.[name], document);
      assert.ok(target, value.$ref);
    }
    Object.values(value).forEach(walk);
  };
  walk(document);
  assert.ok(references > 100);
});

test('it names this service, and anyone may read it', async () => {
  const answer = await fetch(documentUrl);
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/json');
  assert.equal((await answer.json()).servers[0].url, service.origin);
});

test('who has it is not sent it again', async () => {
  const tag = (await fetch(documentUrl)).headers.get('etag');
  const again = await fetch(documentUrl, { headers: { 'If-None-Match': tag } });
  assert.equal(again.status, 304);
  assert.equal(await again.text(), '');
  assert.equal((await fetch(documentUrl, { headers: { 'If-None-Match': '"another"' } })).status, 200);
});

test('what draws the page is what the npm package holds', () => {
  const packageFile = createRequire(import.meta.url).resolve('swagger-ui-dist/package.json');
  const kept = new URL('../../http/pages/swagger_ui/', import.meta.url);
  const inPackage = (name) => readFileSync(new URL(name, 'file://' + packageFile));
  for (const name of ['swagger-ui-bundle.js', 'swagger-ui.css'])
    assert.ok(gunzipSync(readFileSync(new URL(name + '.gz', kept))).equals(inPackage(name)), name);
  for (const name of ['LICENSE', 'NOTICE', 'swagger-ui-bundle.js.LICENSE.txt'])
    assert.ok(readFileSync(new URL(name, kept)).equals(inPackage(name)), name);
  const { version } = JSON.parse(inPackage('package.json'));
  assert.match(readFileSync(new URL('README.md', kept), 'utf8'), new RegExp(`^# Swagger UI ${version}\n`));
});

test('the page needs nothing from elsewhere and no inline script', async () => {
  const answer = await fetch(service.origin + '/docs');
  assert.equal(answer.status, 200);
  const policy = answer.headers.get('content-security-policy');
  assert.match(policy, /default-src 'none'; script-src 'self'; style-src 'self';/);
  assert.doesNotMatch(policy, /unsafe|http/);
  const page = await answer.text();
  assert.doesNotMatch(page, /<script(?![^>]*src=)|<style|style=|\{\{/);
  const assets = [...page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path);
  assert.equal(assets.length, 5);
  for (const path of assets) {
    const asset = await fetch(service.origin + path);
    assert.equal(asset.status, 200, path);
    assert.match(asset.headers.get('cache-control'), /immutable/);
    assert.ok((await asset.text()).length > 100, path);
  }
});
