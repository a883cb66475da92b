// One look for whatever a browser shows: the colours of the other pages are those of tokens.css.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';

const read = (path: string) => readFileSync(path, 'utf8').replace(/\/\*[^*]*\*\//g, '');
/** Each `:root { … }` of a sheet, as the colours that it names. */
const palettesOf = (sheet: string) =>
  [...sheet.matchAll(/:root[^{},]*\{([^}]*)\}/g)].map(([, body]) =>
    Object.fromEntries([...body!.matchAll(/--([\w-]+):\s*([^;]+)/g)].map(([, name, value]) => [name!, value!.trim()])),
  );
const [light, , dark, system] = palettesOf(read('src/styles/tokens.css'));

test('a theme that is chosen looks as the one that the system wants', () => {
  assert.deepEqual(system, dark);
  assert.ok(Object.keys(dark!).every((name) => name in light!));
});

for (const [page, file] of [
  ['of payers', '../http/pages/assets/every_page.css'],
  ['of statements', '../http/pages/assets/statement.css'],
  ['of the sandbox bank', '../sandbox/pages/page_parts.cpp'],
])
  test(`the pages ${page} have the colours of the console`, () => {
    const [its, itsDark] = palettesOf(read(file!));
    for (const [palette, console] of [
      [its, light],
      [itsDark, dark],
    ]) {
      assert.ok(Object.keys(palette!).length >= 8);
      for (const [name, colour] of Object.entries(palette!)) assert.equal(colour, console![name], `${file} ${name}`);
    }
  });

test('the page of the API loads tokens.css, and has no colours of its own', () => {
  const page = read('../http/pages/templates/docs.html');
  assert.ok(page.indexOf('{{tokens.css}}') > 0 && page.indexOf('{{tokens.css}}') < page.indexOf('{{docs.css}}'));
  const sheet = read('../http/pages/assets/docs.css');
  const used = [...sheet.matchAll(/var\(--([\w-]+)\)/g)].map(([, name]) => name!).filter((name) => name !== 'tone');
  assert.ok(used.length > 20);
  for (const name of used) assert.ok(name in light!, name);
  assert.doesNotMatch(sheet, /rgb|hsl|:[^;{}]*#[0-9a-f]{3}/i);
});
