// Turns the sources into files that are named by their content. build.mjs writes them once, dev.mjs at each change.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('.', import.meta.url));
const here = (path) => join(root, path);

/** All icons as one file; a page shows one with <use href="…#name">. */
function makeSprite() {
  const symbols = readdirSync(here('icons'))
    .filter((file) => file.endsWith('.svg'))
    .sort()
    .map((file) => {
      const drawing = /<svg[^>]*>(.*)<\/svg>/s.exec(readFileSync(here(`icons/${file}`), 'utf8'))[1].trim();
      return `<symbol id="${file.slice(0, -4)}" viewBox="0 0 24 24">${drawing}</symbol>`;
    });
  const text = `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>`;
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 8).toUpperCase();
  return { name: `assets/icons-${hash}.svg`, text };
}

/** Writes the console into an empty folder `out`; returns the names of its files, and which of them every visit loads. */
export async function bundle(out, { minify = true } = {}) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, 'assets'), { recursive: true });
  const sprite = makeSprite();
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: { console: 'src/main.tsx', styles: 'src/styles/index.css', theme: 'src/app/theme_first.ts' },
    outdir: join(out, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    minify,
    metafile: true,
    target: ['chrome111', 'firefox115', 'safari16.4'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'warning',
    define: { ICONS: JSON.stringify(`/console/${sprite.name}`) },
  });
  const named = Object.fromEntries(
    Object.entries(metafile.outputs).map(([path, output]) => [`assets/${path.split('/').at(-1)}`, output]),
  );
  const ofEntry = (entry) => Object.keys(named).find((name) => named[name].entryPoint === entry);
  const main = ofEntry('src/main.tsx');
  const imported = named[main].imports
    .filter(({ kind }) => kind === 'import-statement')
    .map(({ path }) => `assets/${path.split('/').at(-1)}`);
  const theme = ofEntry('src/app/theme_first.ts');
  const styles = ofEntry('src/styles/index.css');
  const page = readFileSync(here('index.html'), 'utf8')
    .replace('%THEME%', `/console/${theme}`)
    .replace('%STYLES%', `/console/${styles}`)
    .replace('%MAIN%', `/console/${main}`)
    .replace('%PRELOAD%', imported.map((name) => `<link rel="modulepreload" href="/console/${name}">`).join('\n'));
  writeFileSync(join(out, 'index.html'), page);
  writeFileSync(join(out, sprite.name), sprite.text);
  return {
    files: ['index.html', ...Object.keys(named), sprite.name],
    first: ['index.html', theme, styles, main, ...imported, sprite.name],
  };
}
