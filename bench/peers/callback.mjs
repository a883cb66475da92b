// What both Node peers do alike: find the reference, write the callback and what webhooks are told, sign it, send it.
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'undici'

const { PEER_SIGNING_KEY, PEER_CA_FILE, PEER_CONNECTIONS, PEER_LINKS, PEER_WEBHOOKS } = process.env

const dispatcher = new Agent({
  connections: Number(PEER_CONNECTIONS),
  pipelining: 1,
  connect: PEER_CA_FILE ? { ca: readFileSync(PEER_CA_FILE) } : {}
})

const wordsOf = (file) => readFileSync(file, 'utf8').split('\n').filter(Boolean).map((line) => line.split(' '))

/** The lines `reference url` of the links to make. */
export const linksWanted = () => wordsOf(PEER_LINKS)

/** Who is told of every credit beside the callback's receiver: `{ id, url, secret }`. */
export const webhooksWanted = () => wordsOf(PEER_WEBHOOKS).map(([id, url, secret]) => ({ id, url, secret }))

/** The first reference in a transfer text, or null. */
export function referenceIn (content) {
  return /PFSL[A-Z0-9]{8}/.exec(content)?.[0] ?? null
}

/** The callback of a link that this entry has completed, signed now. */
export function signedCallback (entry, link, eventId) {
  const body = JSON.stringify({
    amount: String(entry.amount),
    currency: 'VND',
    id: eventId,
    paid_at: entry.occurred_at,
    payment_link_id: link.id,
    public_id: link.public_id,
    reference: link.reference,
    status: 'success',
    transaction_id: entry.bank_reference,
    version: 1
  })
  return { body, ...signed(body, PEER_SIGNING_KEY) }
}

/** What all webhooks are told of this entry. */
export const creditEvent = (entry, reference, eventId) => JSON.stringify({
  event: 'transaction.credit',
  id: eventId,
  data: { ...entry, amount: String(entry.amount), currency: 'VND', direction: 'credit', reference }
})

/** Signed now, with the key of whom it is for. */
export function signed (body, key) {
  const signedAt = Math.floor(Date.now() / 1000)
  return { signedAt, signature: createHmac('sha256', key).update(`${signedAt}.${body}`).digest('hex') }
}

/** POSTs a callback, or to a webhook, over a kept connection; the status, or 0 when there was no answer. */
export async function send ({ url, body, signedAt, signature, id, attempt, webhook }) {
  try {
    const answer = await request(url, {
      method: 'POST',
      dispatcher,
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Service-Payment-Link/1',
        'x-service-event-id': id,
        'x-service-attempt': String(attempt),
        'x-service-timestamp': String(signedAt),
        'x-service-signature': signature,
        ...(webhook && { 'x-service-webhook-id': webhook })
      }
    })
    await answer.body.dump()
    return answer.statusCode
  } catch {
    return 0
  }
}

/** What the bank is told of one entry. */
export const answerFor = (entry, result) => ({ bank_reference: entry.bank_reference, result })

export const isAcknowledged = (status) => status >= 200 && status < 300
export const retryAfterSeconds = (attempt) => Math.min(10 * 2 ** (attempt - 1), 512)
