// Which parts of the console are loaded together. By default, esbuild makes a chunk for each set of pages that
// share code: a hundred, most of them smaller than their request. Here the pages of a folder are one chunk, since users
// open the objects of a list, too. Shared code is one more chunk, which every visit loads.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('src', import.meta.url));
const importOfPage = /import\('(\.\/(\w+)\/(\w+))'\)/g;
/** Apart from its folder, whose other page needs no charts: their library weighs more than all pages of a folder. */
const apart = ['./home/home_page'];
const isPart = (path) => /^(pages:|src\/main\.tsx$|src\/texts\/(en|vi)\.ts$)/.test(path);
const importShared = "import 'shared:modules';\n";

/** A plugin of esbuild: a page that main.tsx imports comes with its folder. A chunk is called after its first page. */
export const loadTogether = (shared) => ({
  name: 'load-together',
  setup({ onLoad, onResolve }) {
    const nameOf = new Map();
    const pagesOf = new Map();
    onLoad({ filter: /\/src\/main\.tsx$/ }, ({ path }) => {
      const contents = readFileSync(path, 'utf8').replace(importOfPage, (_, file, folder, page) => {
        const key = apart.includes(file) ? file : folder;
        if (!nameOf.has(key)) nameOf.set(key, page);
        const chunk = nameOf.get(key);
        pagesOf.set(chunk, `${pagesOf.get(chunk) ?? importShared}export { default as ${page} } from '${file}';\n`);
        return `import('pages:${chunk}').then((all) => ({ default: all.${page} }))`;
      });
      return { contents: importShared + contents, loader: 'tsx' };
    });
    onLoad({ filter: /\/src\/texts\/(en|vi)\.ts$/ }, ({ path }) => ({
      contents: importShared + readFileSync(path, 'utf8'),
      loader: 'ts',
    }));
    onResolve({ filter: /^(pages|shared):/ }, ({ path }) => {
      const [namespace, name] = path.split(':');
      return { namespace, path: name };
    });
    onLoad({ filter: /./, namespace: 'pages' }, ({ path }) => ({ contents: pagesOf.get(path), resolveDir: source }));
    onLoad({ filter: /./, namespace: 'shared' }, () => ({
      contents: shared.map((path) => `import './${path}';\n`).join(''),
      resolveDir: source,
    }));
  },
});

/** Our modules that more than one chunk uses, by what esbuild says of a build; libraries come with them. */
export function sharedModules({ inputs }) {
  const uses = new Map();
  for (const part of Object.keys(inputs).filter(isPart)) {
    const used = new Set([part]);
    // The loop also comes to what is added meanwhile.
    for (const path of used)
      for (const { path: imported, kind } of inputs[path].imports) if (kind === 'import-statement') used.add(imported);
    for (const path of used) uses.set(path, (uses.get(path) ?? 0) + 1);
  }
  return [...uses.keys()]
    .filter((path) => uses.get(path) > 1 && path.startsWith('src/'))
    .map((path) => path.slice(4))
    .sort();
}
