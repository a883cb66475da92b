// What both Node peers do alike: find the reference, write the callback, sign it, send it.
import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { Agent, request } from 'undici'

const { PEER_SIGNING_KEY, PEER_CA_FILE, PEER_CONNECTIONS, PEER_LINKS } = process.env

const dispatcher = new Agent({
  connections: Number(PEER_CONNECTIONS),
  pipelining: 1,
  connect: PEER_CA_FILE ? { ca: readFileSync(PEER_CA_FILE) } : {}
})

/** The lines `reference url` of the links to make. */
export function linksWanted () {
  const lines = readFileSync(PEER_LINKS, 'utf8').trimEnd().split('\n')
  return lines.map((line) => line.split(' '))
}

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
  const signedAt = Math.floor(Date.now() / 1000)
  return { body, signedAt, signature: createHmac('sha256', PEER_SIGNING_KEY).update(`${signedAt}.${body}`).digest('hex') }
}

/** POSTs a callback over a kept connection; the status, or 0 when there was no answer. */
export async function send ({ url, body, signedAt, signature, id, attempt }) {
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
        'x-service-signature': signature
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
