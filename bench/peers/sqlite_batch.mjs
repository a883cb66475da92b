// The whole job in one process: Fastify and better-sqlite3, with one commit for all that one turn of the loop gathers.
//   sqlite_batch.mjs seed | serve
import Database from 'better-sqlite3'
import Fastify from 'fastify'
import { randomUUID } from 'node:crypto'
import {
  answerFor, creditEvent, isAcknowledged, linksWanted, referenceIn, retryAfterSeconds, send, signed, signedCallback, webhooksWanted
} from './callback.mjs'

const db = new Database(process.env.PEER_DATABASE)
for (const setting of ['journal_mode = wal', 'synchronous = full', 'busy_timeout = 5000', 'cache_size = -131072', 'wal_autocheckpoint = 4000']) {
  db.pragma(setting)
}

function seed () {
  db.exec(`
    create table links (row integer primary key, id text not null unique, public_id text not null unique,
      reference text not null unique, state integer not null default 0, amount integer not null, received integer,
      callback_url text not null, expires_at integer not null);
    create index links_expiring on links (expires_at) where state = 0;
    create table transactions (row integer primary key, bank_reference text not null unique, reference text,
      amount integer not null, content text not null, occurred_at text not null);
    create table webhooks (id text primary key, url text not null, secret text not null);
    create table events (row integer primary key, id text not null unique, link_row integer unique, webhook text, url text not null,
      body text not null, signed_at integer not null, signature text not null,
      attempts integer not null default 0, next_at integer, status_code integer, acknowledged_at integer);
    create index events_due on events (next_at) where acknowledged_at is null;`)
  const insert = db.prepare(`insert into links (id, public_id, reference, amount, callback_url, expires_at)
    values (?, ?, ?, 250000, ?, unixepoch() + 86400)`)
  db.transaction(() => {
    for (const [reference, url] of linksWanted()) insert.run(`pl_${randomUUID()}`, randomUUID(), reference, url)
    const insertWebhook = db.prepare('insert into webhooks values (?, ?, ?)')
    for (const { id, url, secret } of webhooksWanted()) insertWebhook.run(id, url, secret)
  })()
  db.pragma('wal_checkpoint(truncate)')
}

function openStore () {
  const insertTransaction = db.prepare(`insert into transactions (bank_reference, reference, amount, content, occurred_at)
    values (?, ?, ?, ?, ?) on conflict do nothing`)
  const closeLink = db.prepare(`update links set state = 1, received = ? where reference = ? and state = 0 and amount <= ?
    returning row, id, public_id, reference, callback_url`)
  const insertEvent = db.prepare(`insert into events (id, link_row, webhook, url, body, signed_at, signature, attempts, next_at)
    values (?, ?, ?, ?, ?, ?, ?, 1, ?)`)
  const acknowledge = db.prepare('update events set status_code = ?, acknowledged_at = unixepoch(), next_at = null where row = ?')
  const postpone = db.prepare('update events set status_code = ?, attempts = ?, next_at = unixepoch() + ? where row = ?')

  const webhooks = db.prepare('select id, url, secret from webhooks').all()

  function settle (entry) {
    const reference = referenceIn(entry.content)
    const added = insertTransaction.run(entry.bank_reference, reference, entry.amount, entry.content, entry.occurred_at)
    if (!added.changes) return { result: 'duplicate', events: [] }
    const told = tellWebhooks(entry, reference)
    const link = closeLink.get(entry.amount, reference, entry.amount)
    if (!link) return { result: 'recorded', events: told }
    const id = `evt_${randomUUID()}`
    const callback = { id, link: link.row, webhook: null, url: link.callback_url, ...signedCallback(entry, link, id) }
    return { result: 'recorded', events: [store(callback), ...told] }
  }

  function tellWebhooks (entry, reference) {
    if (!webhooks.length) return []
    const body = creditEvent(entry, reference, `evt_${randomUUID()}`)
    return webhooks.map(({ id, url, secret }) =>
      store({ id: `evt_${randomUUID()}`, link: null, webhook: id, url, body, ...signed(body, secret) }))
  }

  function store (event) {
    const { id, link, webhook, url, body, signedAt, signature } = event
    const { lastInsertRowid } = insertEvent.run(id, link, webhook, url, body, signedAt, signature, signedAt + retryAfterSeconds(1))
    return { ...event, row: lastInsertRowid, attempt: 1 }
  }

  function conclude ({ event, status }) {
    if (isAcknowledged(status)) acknowledge.run(status, event.row)
    else postpone.run(status, event.attempt + 1, retryAfterSeconds(event.attempt), event.row)
  }

  return db.transaction((outcomes, credits) => {
    outcomes.forEach(conclude)
    return credits.map((credit) => settle(credit.entry))
  }).immediate
}

async function serve () {
  const commit = openStore()
  let credits = []
  let outcomes = []
  let isDue = false

  function flush () {
    const [theseCredits, theseOutcomes] = [credits, outcomes]
    credits = []
    outcomes = []
    isDue = false
    try {
      commit(theseOutcomes, theseCredits).forEach(({ result, events }, position) => {
        theseCredits[position].resolve(result)
        events.forEach(attempt)
      })
    } catch (fault) {
      for (const credit of theseCredits) credit.reject(fault)
    }
  }

  function gather () {
    if (!isDue) setImmediate(flush)
    isDue = true
  }

  async function attempt (event) {
    const status = await send(event)
    if (!isAcknowledged(status)) {
      setTimeout(() => attempt({ ...event, attempt: event.attempt + 1 }), retryAfterSeconds(event.attempt) * 1000)
    }
    outcomes.push({ event, status })
    gather()
  }

  const record = (entry) => new Promise((resolve, reject) => {
    credits.push({ entry, resolve, reject })
    gather()
  })

  const app = Fastify({ logger: false })
  app.get('/readyz', async () => ({ status: 'ready' }))
  app.post('/v1.1/bank-feed/:bank', async (request) => {
    const { entries } = request.body
    const results = await Promise.all(entries.map(record))
    return { success: true, data: entries.map((entry, position) => answerFor(entry, results[position])) }
  })
  await app.listen({ host: '127.0.0.1', port: Number(process.env.PEER_PORT) })
}

await { seed, serve }[process.argv[2]]()
