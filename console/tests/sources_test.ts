import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { test } from 'node:test';
import { nextPage } from '../src/entry/next_page';
import { icons } from '../src/ui/icon';
import { faultOfPassword } from '../src/ui/password_field';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
const shared = ['ui', 'charts', 'api', 'texts', 'app'];

test('every icon that is named is drawn, and every one that is drawn is named', () => {
  const drawn = readdirSync('icons').filter((name) => name.endsWith('.svg'));
  assert.deepEqual(drawn.map((name) => name.slice(0, -4)).sort(), [...icons].sort());
});

test('a screen imports what all share, and never another screen', () => {
  for (const file of files) {
    const folder = dirname(file).split('/')[0]!;
    if (folder === '.') continue;
    const text = readFileSync(join('src', file), 'utf8');
    const wanted = [...text.matchAll(/from '\.\.\/(\w+)\//g)].map((match) => match[1]!);
    const allowed = shared.includes(folder)
      ? folder === 'app'
        ? shared
        : shared.filter((one) => one !== 'app')
      : shared;
    for (const one of wanted) assert.ok(allowed.includes(one), `${file} imports ${one}/`);
  }
});

test('a file has one idea, in 250 lines at most', () => {
  const all = [...files, ...readdirSync('src/styles').map((name) => join('styles', name))];
  for (const file of all) {
    if (basename(file) === 'schema.ts') continue;
    const lines = readFileSync(join('src', file), 'utf8').split('\n').length;
    assert.ok(lines <= 251, `${file} has ${lines} lines`);
  }
});

test('after signing in, only pages of the console are opened', () => {
  globalThis.location = { origin: 'https://pay.example' } as Location;
  assert.equal(nextPage('/console/w/ws_1/links?status=pending'), '/console/w/ws_1/links?status=pending');
  for (const bad of [
    undefined,
    '',
    '//evil.example',
    'https://evil.example/console/',
    '/console/../docs',
    '/v1.1/x',
    '/console\\evil',
    '/console/..//evil.example',
    'http://[',
    '//[',
    'javascript:x',
  ])
    assert.equal(nextPage(bad), '/console/', String(bad));
});

test('a password is judged by the rule', () => {
  const cases = [
    ['', 'required'],
    ['Short1', 'too_small'],
    ['alllowercase1', 'format'],
    ['Correct1horse', ''],
    [`Aa1${'x'.repeat(126)}`, 'too_long'],
  ];
  for (const [password, fault] of cases) assert.equal(faultOfPassword(password!), fault);
});
