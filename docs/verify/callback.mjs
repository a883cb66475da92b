// An endpoint for callbacks and webhooks in Node.js (18 or later), without libraries. See README.md in this folder.
//   PAYLINK_SIGNING_KEY='plsk_… plsk_…' PAYLINK_INBOX=inbox node callback.mjs serve 8444
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, mkdirSync, openSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';

const AGE_MAX = 86400; // seconds: a repeated callback keeps its first timestamp
const WEBHOOK_AGE_MAX = 300; // a repeated webhook is signed again
const LEAD_MAX = 300;
const BODY_BYTES_MAX = 65536;

/** What is wrong with a callback or webhook; null for a good one. `body` is a Buffer of the bytes as they came. */
export function problemOf(keys, timestamp, signature, body, now, ageMax = AGE_MAX) {
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
  if (now - Number(timestamp) > ageMax) return `the timestamp is more than ${ageMax} seconds old`;
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

/** The status with which a webhook is answered. `apiKeys` and `secrets` have two each while they are rotated. */
export function answerWebhook(apiKeys, secrets, inbox, headers, body, now) {
  const digest = (text) => createHash('sha256').update(text).digest(); // of one length, as the comparison needs
  const sent = digest(headers['x-client-api-key'] ?? '');
  if (!apiKeys.map((key) => timingSafeEqual(digest(key), sent)).includes(true)) return 401;
  const { 'x-service-timestamp': timestamp, 'x-service-signature': signature } = headers;
  if (problemOf(secrets, timestamp, signature, body, now, WEBHOOK_AGE_MAX)) return 401;
  let event;
  try {
    event = JSON.parse(body.toString('utf8'));
  } catch {
    return 400;
  }
  // An order's id may be any text: the digest is fit for a file's name.
  const id = event?.transaction_id ?? (event?.order_id && digest(`${event.order_id} ${event.status}`).toString('hex'));
  if (typeof id !== 'string' || !/^[A-Za-z0-9_]{1,100}$/.test(id)) return 400;
  keep(inbox, id, body);
  return 200;
}

function serve(port) {
  const keysIn = (name) => (process.env[name] ?? '').split(/\s+/).filter(Boolean);
  const keys = keysIn('PAYLINK_SIGNING_KEY');
  const apiKeys = keysIn('PAYLINK_WEBHOOK_API_KEY');
  const secrets = keysIn('PAYLINK_WEBHOOK_SECRET');
  const inbox = process.env.PAYLINK_INBOX ?? 'inbox';
  if (keys.length + secrets.length === 0) throw new Error('PAYLINK_SIGNING_KEY is not set');
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
        else {
          const { headers, url } = request;
          const body = Buffer.concat(pieces);
          const now = Date.now() / 1000;
          if (url === '/webhook') status = answerWebhook(apiKeys, secrets, inbox, headers, body, now);
          else status = answer(keys, inbox, headers, body, now);
        }
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
