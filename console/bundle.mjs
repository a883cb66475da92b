// Turns the sources into files that are named by their content. build.mjs writes them once, dev.mjs at each change.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { loadTogether, sharedModules } from './chunks.mjs';

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

/**
 * Writes the console into an empty folder `out`; returns the names of its files: all, those that every visit loads, and
 * for each part that is loaded when it is needed (pages, the texts of a language) those of the part.
 */
export async function bundle(out, { minify = true } = {}) {
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, 'assets'), { recursive: true });
  const sprite = makeSprite();
  const options = {
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
  };
  const tried = await build({ ...options, write: false, plugins: [loadTogether([])] });
  const { metafile } = await build({ ...options, plugins: [loadTogether(sharedModules(tried.metafile))] });
  const named = Object.fromEntries(
    Object.entries(metafile.outputs).map(([path, output]) => [`assets/${path.split('/').at(-1)}`, output]),
  );
  const ofEntry = (entry) => Object.keys(named).find((name) => named[name].entryPoint === entry);
  const main = ofEntry('src/main.tsx');
  /** The chunks that come with one. */
  const importedBy = (chunk) => {
    const all = new Set([chunk]);
    for (const name of all)
      for (const { path, kind } of named[name].imports)
        if (kind === 'import-statement') all.add(`assets/${path.split('/').at(-1)}`);
    return [...all].slice(1);
  };
  const imported = importedBy(main);
  const theme = ofEntry('src/app/theme_first.ts');
  const styles = ofEntry('src/styles/index.css');
  const page = readFileSync(here('index.html'), 'utf8')
    .replace('%THEME%', `/console/${theme}`)
    .replace('%STYLES%', `/console/${styles}`)
    .replace('%MAIN%', `/console/${main}`)
    .replace('%PRELOAD%', imported.map((name) => `<link rel="modulepreload" href="/console/${name}">`).join('\n'));
  writeFileSync(join(out, 'index.html'), page);
  writeFileSync(join(out, sprite.name), sprite.text);
  const first = ['index.html', theme, styles, main, ...imported, sprite.name];
  const later = Object.keys(named).filter((name) => named[name].entryPoint && !first.includes(name));
  return {
    files: ['index.html', ...Object.keys(named), sprite.name],
    first,
    later: later.map((name) => [name, ...importedBy(name)].filter((one) => !first.includes(one))),
  };
}
