// npm run dev -- --service http://127.0.0.1:8080 [--port 5173]: builds the console at every change and serves it with the
// policy that the service sends; calls go on to a running sandbox.
import { existsSync, readdirSync, readFileSync, watch } from 'node:fs';
import { createServer, request } from 'node:http';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';

const option = (name, otherwise) => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? otherwise : process.argv[at + 1];
};
const service = new URL(option('service', 'http://127.0.0.1:8080'));
const port = Number(option('port', '5173'));
const out = join(tmpdir(), `paylink-console-${process.pid}`);

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');
const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
};
const withoutConfig = { brand: 'paylink', sandbox: true, sign_up: true, mail: true, bank_simulator: null, version: '' };

async function rebuild() {
  try {
    await bundle(out, { minify: process.argv.includes('--minify') });
    console.log(`${new Date().toLocaleTimeString()} built`);
  } catch (error) {
    console.error(error.message);
  }
}
await rebuild();
let waiting;
const sources = fileURLToPath(new URL('src', import.meta.url));
const folders = readdirSync(sources, { withFileTypes: true, recursive: true }).filter((entry) => entry.isDirectory());
// Node 18 does not watch folders below a folder.
for (const folder of [sources, ...folders.map(({ name, path }) => join(path, name)), join(sources, '../icons')])
  watch(folder, () => {
    clearTimeout(waiting);
    waiting = setTimeout(rebuild, 100);
  });

/** What the service answers; a service without a description of the console gets one of a sandbox. */
function passOn(asked, answer) {
  // The service compares where a call came from with its own address.
  const headers = { ...asked.headers, host: service.host };
  if (headers.origin) headers.origin = service.origin;
  const passed = request(new URL(asked.url, service), { method: asked.method, headers }, (came) => {
    if (asked.url === '/console/config.json' && came.statusCode === 404) {
      came.resume();
      answer.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(withoutConfig));
      return;
    }
    answer.writeHead(came.statusCode, came.headers);
    came.pipe(answer);
    answer.on('close', () => came.destroy());
  });
  passed.on('error', (error) =>
    answer.headersSent ? answer.destroy() : answer.writeHead(502).end(`${error.message}\n`),
  );
  asked.pipe(passed);
}

function serve(path, answer) {
  const isAsset = path.startsWith('/console/assets/');
  const file = join(out, isAsset ? path.slice('/console/'.length) : 'index.html');
  if (path.includes('..') || !existsSync(file)) return answer.writeHead(404).end();
  return answer
    .writeHead(200, {
      'Content-Type': types[extname(file)],
      'Cache-Control': isAsset ? 'max-age=31536000, immutable' : 'no-cache',
      'Content-Security-Policy': policy,
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Referrer-Policy': 'no-referrer',
      'X-Content-Type-Options': 'nosniff',
    })
    .end(readFileSync(file));
}

createServer((asked, answer) => {
  const { pathname } = new URL(asked.url, service);
  if (pathname === '/') answer.writeHead(302, { Location: '/console/' }).end();
  else if (pathname.startsWith('/console') && pathname !== '/console/config.json') serve(pathname, answer);
  else passOn(asked, answer);
}).listen(port, '127.0.0.1', () => console.log(`http://localhost:${port}/console/`));
