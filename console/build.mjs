// node build.mjs OUT_DIR [--budget]: the console as files to serve, each also in Brotli and gzip. With --budget, prints
// their sizes, and fails if they are larger than what a phone on a slow line should load.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { bundle } from './bundle.mjs';

const out = process.argv.slice(2).find((word) => !word.startsWith('-'));
if (!out) throw new Error('usage: node build.mjs OUT_DIR [--budget]');
const kib = 1024;
const budget = { first: 100 * kib, page: 25 * kib, all: 260 * kib };

const folder = resolve(out);
const { files, first } = await bundle(folder);
const sizes = files.map((file) => {
  const bytes = readFileSync(join(folder, file));
  const gzip = gzipSync(bytes, { level: 9 });
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } });
  writeFileSync(join(folder, `${file}.gz`), gzip);
  writeFileSync(join(folder, `${file}.br`), brotli);
  return { file, bytes: bytes.length, gzip: gzip.length, brotli: brotli.length, first: first.includes(file) };
});

if (process.argv.includes('--budget') && !keepsBudget()) {
  console.error('The console is larger than its budget.');
  process.exit(1);
}

function keepsBudget() {
  const sum = (rows) => rows.reduce((total, { gzip }) => total + gzip, 0);
  const pages = sizes.filter(({ first }) => !first);
  // A visit also loads the texts of one language.
  const texts = Math.max(0, ...pages.filter(({ file }) => /\/(en|vi)-/.test(file)).map(({ gzip }) => gzip));
  const measured = {
    first: sum(sizes.filter(({ first }) => first)) + texts,
    page: Math.max(0, ...pages.map(({ gzip }) => gzip)),
    all: sum(sizes),
  };
  console.table(sizes.sort((a, b) => b.gzip - a.gzip));
  for (const [name, bytes] of Object.entries(measured))
    console.log(`${name}: ${(bytes / kib).toFixed(1)} of ${budget[name] / kib} KiB (gzip)`);
  return Object.keys(budget).every((name) => measured[name] <= budget[name]);
}
