// node build.mjs OUT_DIR [--budget]: the console as files to serve, each also in Brotli and gzip. With --budget, prints
// their sizes, and fails if they exceed what a phone on a slow connection should load.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { bundle } from './bundle.mjs';

const out = process.argv.slice(2).find((word) => !word.startsWith('-'));
if (!out) throw new Error('usage: node build.mjs OUT_DIR [--budget]');
// In KiB, gzip; and how many files there are, and are loaded until a page is seen.
const budget = { first: 100, page: 25, all: 260, files: 40, requests: 8 };

const folder = resolve(out);
const { files, first, later } = await bundle(folder);
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
  const kib = (names) =>
    sizes.filter(({ file }) => names.includes(file)).reduce((total, { gzip }) => total + gzip, 0) / 1024;
  // A visit also loads the texts of one language, and its page.
  const isTexts = ([file]) => /\/(en|vi)-/.test(file);
  const texts = later.filter(isTexts);
  const pages = later.filter((part) => !isTexts(part));
  const measured = {
    first: kib(first) + Math.max(...texts.map(kib)),
    page: Math.max(...later.map(kib)),
    all: kib(files),
    files: files.length,
    requests:
      first.length + Math.max(...texts.map(({ length }) => length)) + Math.max(...pages.map(({ length }) => length)),
  };
  console.table(sizes.sort((a, b) => b.gzip - a.gzip));
  for (const [name, most] of Object.entries(budget)) console.log(`${name}: ${+measured[name].toFixed(1)} of ${most}`);
  return Object.keys(budget).every((name) => measured[name] <= budget[name]);
}
