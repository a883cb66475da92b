// The whole job with PostgreSQL and a transactional outbox: one call of SQL a credit; a second process claims deliveries
// in batches with SKIP LOCKED, and acknowledges each batch in one statement.
//   outbox.mjs seed | serve | deliver (started by serve)
import Fastify from 'fastify'
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import pg from 'pg'
import { answerFor, creditEvent, isAcknowledged, linksWanted, referenceIn, send, webhooksWanted } from './callback.mjs'

const pool = new pg.Pool({ connectionString: process.env.PEER_DATABASE, max: 8 })
const batch = 64
const idleMs = 2

const schema = `
  create extension pgcrypto;
  create table links (id text primary key, public_id text not null unique, reference text not null unique,
    state text not null default 'pending', amount bigint not null, received bigint, callback_url text not null,
    expires_at timestamptz not null);
  create index links_expiring on links (expires_at) where state = 'pending';
  create table transactions (bank_reference text primary key, reference text, amount bigint not null, content text not null,
    occurred_at timestamptz not null);
  create table webhooks (id text primary key, url text not null, secret text not null);
  create table events (row bigint generated always as identity primary key, id text not null unique, link_id text unique,
    webhook text, url text not null, body text not null, signed_at bigint not null, signature text not null, state text not null default 'recorded',
    attempts int not null default 0, next_at timestamptz not null default now(), status_code int, acknowledged_at timestamptz);
  create index events_recorded on events (row) where state = 'recorded';
  create function record_credit(_bank_reference text, _reference text, _amount bigint, _content text, _occurred_at text,
      _key text, _told text) returns text language plpgsql as $$
    declare _link links; _body text; _id text := 'evt_' || gen_random_uuid(); _now bigint := extract(epoch from now());
    begin
      insert into transactions values (_bank_reference, _reference, _amount, _content, _occurred_at::timestamptz)
        on conflict do nothing;
      if not found then return 'duplicate'; end if;
      update links set state = 'succeeded', received = _amount
        where reference = _reference and state = 'pending' and _amount >= amount returning * into _link;
      if found then
        _body := '{"amount":"' || _amount || '","currency":"VND","id":"' || _id || '","paid_at":"' || _occurred_at
          || '","payment_link_id":"' || _link.id || '","public_id":"' || _link.public_id || '","reference":"' || _reference
          || '","status":"success","transaction_id":"' || _bank_reference || '","version":1}';
        insert into events (id, link_id, url, body, signed_at, signature) values (_id, _link.id, _link.callback_url, _body, _now,
          encode(hmac(_now || '.' || _body, _key, 'sha256'), 'hex'));
      end if;
      if _told is not null then
        insert into events (id, webhook, url, body, signed_at, signature)
          select 'evt_' || gen_random_uuid(), id, url, _told, _now, encode(hmac(_now || '.' || _told, secret, 'sha256'), 'hex')
          from webhooks;
      end if;
      return 'recorded';
    end $$;`

async function seed () {
  await pool.query(schema)
  const links = linksWanted()
  for (let from = 0; from < links.length; from += 10_000) {
    const part = links.slice(from, from + 10_000)
    await pool.query(`insert into links (id, public_id, reference, amount, callback_url, expires_at)
      select 'pl_' || gen_random_uuid(), gen_random_uuid(), reference, 250000, url, now() + interval '24 hours'
      from unnest($1::text[], $2::text[]) as wanted (reference, url)`, [part.map(([reference]) => reference), part.map(([, url]) => url)])
  }
  const webhooks = webhooksWanted()
  await pool.query('insert into webhooks select * from unnest($1::text[], $2::text[], $3::text[])',
    ['id', 'url', 'secret'].map((column) => webhooks.map((webhook) => webhook[column])))
  await pool.query('vacuum analyze links')
  await pool.end()
}

const tellsWebhooks = webhooksWanted().length > 0

async function record (entry) {
  const reference = referenceIn(entry.content)
  const { rows } = await pool.query({
    name: 'record',
    text: 'select record_credit($1, $2, $3, $4, $5, $6, $7) as result',
    values: [entry.bank_reference, reference, entry.amount, entry.content, entry.occurred_at, process.env.PEER_SIGNING_KEY,
      tellsWebhooks ? creditEvent(entry, reference, `evt_${randomUUID()}`) : null]
  })
  return answerFor(entry, rows[0].result)
}

async function serve () {
  const deliverer = fork(process.argv[1], ['deliver'])
  process.on('SIGTERM', () => {
    deliverer.kill('SIGTERM')
    process.exit(0)
  })
  await once(deliverer, 'message')
  const app = Fastify({ logger: false })
  app.get('/readyz', async () => ({ status: 'ready' }))
  app.post('/v1.1/bank-feed/:bank', async (request) => ({ success: true, data: await Promise.all(request.body.entries.map(record)) }))
  await app.listen({ host: '127.0.0.1', port: Number(process.env.PEER_PORT) })
}

const claim = {
  name: 'claim',
  text: `update events set state = 'sending', attempts = attempts + 1
    where row in (select row from events where state = 'recorded' and next_at <= now() order by row
      limit ${batch} for update skip locked)
    returning row, id, url, body, signed_at as "signedAt", signature, attempts as attempt, webhook`
}
const acknowledge = `update events set state = 'acknowledged', acknowledged_at = now(), status_code = 200 where row = any ($1)`
const postpone = `update events set state = 'recorded', next_at = now() + interval '10 seconds' * 2 ^ least(attempts - 1, 5)
  where row = any ($1)`

async function deliverBatch () {
  const { rows } = await pool.query(claim)
  if (!rows.length) return new Promise((resolve) => setTimeout(resolve, idleMs))
  const statuses = await Promise.all(rows.map(send))
  const withOutcome = (wanted) => rows.filter((_, position) => isAcknowledged(statuses[position]) === wanted).map(({ row }) => row)
  await pool.query({ name: 'acknowledge', text: acknowledge, values: [withOutcome(true)] })
  const failed = withOutcome(false)
  if (failed.length) await pool.query({ name: 'postpone', text: postpone, values: [failed] })
}

async function deliver () {
  process.on('disconnect', () => process.exit(0))
  await pool.query("update events set state = 'recorded' where state = 'sending'")
  process.send('ready')
  const loop = async () => { for (;;) await deliverBatch() }
  await Promise.all([loop(), loop()])
}

await { seed, serve, deliver }[process.argv[2]]()
