// A callback endpoint in Node.js (18 or later), without libraries. See README.md in this folder.
//   PAYLINK_SIGNING_KEY='plsk_… plsk_…' PAYLINK_INBOX=inbox node callback.mjs serve 8444
import { createHmac, timingSafeEqual } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const AGE_MAX = 86400; // seconds: a repeat keeps its first timestamp
const LEAD_MAX = 300;
const BODY_BYTES_MAX = 65536;

/** What is wrong with a callback; null for a good one. `body` is a Buffer of the bytes as they came. */
export function problemOf(keys, timestamp, signature, body, now) {
  if (!/^[0-9]{1,15}$/.test(timestamp ?? '')) return 'the timestamp is no number of seconds';
  if (!/^[0-9a-f]{64}$/.test(signature ?? '')) return 'the signature is not 64 characters of 0-9a-f';
  const claimed = Buffer.from(signature, 'hex');
  let fits = false;
  for (const key of keys) {
    // The timestamp, a dot, the raw bytes: never JSON that was parsed and written again.
    const computed = createHmac('sha256', key).update(`${timestamp}.`).update(body).digest();
    if (timingSafeEqual(computed, claimed)) fits = true;
  }
  if (!fits) return 'the signature does not fit';
  if (now - Number(timestamp) > AGE_MAX) return 'the timestamp is more than 24 hours old';
  if (Number(timestamp) - now > LEAD_MAX) return 'the timestamp is more than 5 minutes ahead';
  return null;
}

/**
 * Keeps an event for the work that is done later; false when it was kept before. On disk when it returns. In an
 * application this is a table whose primary key is the event's id.
 */
export function keep(inbox, id, body) {
  const draft = `${inbox}/${id}.${process.pid}.draft`;
  const handle = openSync(draft, 'w', 0o600);
  writeFileSync(handle, body);
  fsyncSync(handle);
  closeSync(handle);
  try {
    linkSync(draft, `${inbox}/${id}.json`); // fails when the name is taken, also for two at the same moment
  } catch (failed) {
    if (failed.code === 'EEXIST') return false;
    throw failed;
  } finally {
    unlinkSync(draft);
  }
  const folder = openSync(inbox, 'r');
  fsyncSync(folder);
  closeSync(folder);
  return true;
}

/** The status with which a callback is answered. Names of `headers` are in lower case. */
export function answer(keys, inbox, headers, body, now) {
  if (problemOf(keys, headers['x-service-timestamp'], headers['x-service-signature'], body, now)) return 401;
  let event;
  try {
    event = JSON.parse(body.toString('utf8'));
  } catch {
    return 400;
  }
  // The header is not signed, the body is: so the id comes from the body. The pattern keeps it fit for a file's name.
  if (!/^[A-Za-z0-9_]{1,100}$/.test(event?.id ?? '') || event.id !== headers['x-service-event-id']) return 400;
  keep(inbox, event.id, body);
  return 200; // what the event means for an order is worked out later, from the inbox
}

function serve(port) {
  const keys = (process.env.PAYLINK_SIGNING_KEY ?? '').split(/\s+/).filter(Boolean);
  const inbox = process.env.PAYLINK_INBOX ?? 'inbox';
  if (keys.length === 0) throw new Error('PAYLINK_SIGNING_KEY is not set');
  mkdirSync(inbox, { recursive: true });
  createServer((request, response) => {
    const pieces = [];
    let size = 0;
    request.on('data', (piece) => {
      size += piece.length;
      if (size <= BODY_BYTES_MAX) pieces.push(piece);
    });
    request.on('end', () => {
      let status = 500; // when it cannot be kept, the service sends it again
      try {
        if (request.method !== 'POST') status = 405;
        else if (size > BODY_BYTES_MAX) status = 413;
        else status = answer(keys, inbox, request.headers, Buffer.concat(pieces), Date.now() / 1000);
      } catch (failed) {
        console.error(failed.message);
      }
      response.writeHead(status).end();
    });
  }).listen(port, '127.0.0.1');
}

// A line for each case: now, timestamp, signature, body in base64, keys separated by commas; tabs between them.
function check() {
  for (const line of readFileSync(0, 'utf8').split('\n').filter(Boolean)) {
    const [now, timestamp, signature, body, keys] = line.split('\t');
    const problem = problemOf(keys.split(','), timestamp, signature, Buffer.from(body, 'base64'), Number(now));
    console.log(problem ?? 'verified');
  }
}

if (process.argv[2] === 'serve') serve(Number(process.argv[3] ?? 8444));
if (process.argv[2] === 'check') check();
