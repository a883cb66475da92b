// The lines are of the form that `load --json` prints, with figures of real runs.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'

import { exitCodeOf, judge, lineOf, promisesOf } from './guard.mjs'

const run = (subject, events, cpu, more = {}) => ({
  subject, void: false, events_per_s: events, latency_p50_ms: 3.19, latency_p99_ms: 9, cpu_s_per_1000: cpu, postgresql_cpu_s_per_1000: 0, ...more
})
// Three repetitions in turn, each of another speed of the machine.
const recorded = [
  run('paylinkd', 8713, 0.125), run('sqlite-batch', 4697, 0.223), run('outbox', 1902, 0.3, { postgresql_cpu_s_per_1000: 0.594, latency_p99_ms: 71.5 }),
  run('paylinkd', 6427, 0.169), run('sqlite-batch', 4322, 0.241), run('outbox', 1706, 0.35, { postgresql_cpu_s_per_1000: 0.647, latency_p99_ms: 87.6 }),
  run('paylinkd', 11012, 0.096), run('sqlite-batch', 5888, 0.181), run('outbox', 2098, 0.3, { postgresql_cpu_s_per_1000: 0.517, latency_p99_ms: 50.3 })
]
const promise = (text) => promisesOf(['| subject | measure | against | promised |', '| --- | --- | --- | --- |', `| ${text} |`, ''].join('\n'))[0]
const verdictOf = (text, runs = recorded) => judge(promise(text), runs).verdict

test('a promise is kept when the median of the repetitions keeps it', () => {
  // 1.855, 1.487 and 1.870
  assert.equal(verdictOf('paylinkd | events/s | sqlite-batch | at least 1.2 x'), 'kept')
  assert.equal(verdictOf('paylinkd | events/s | sqlite-batch | at least 1.85 x'), 'kept')
  // 0.561, 0.701 and 0.530
  assert.equal(verdictOf('paylinkd | CPU us/event | sqlite-batch | at most 0.57 x'), 'kept')
})

test('what tells webhooks is a subject of its own', () => {
  const told = recorded.flatMap((one) => [one, { ...one, subject: `${one.subject}, 5 webhooks`, deliveries_per_s: one.subject === 'paylinkd' ? 21273 : 9060 }])
  assert.equal(verdictOf('paylinkd, 5 webhooks | deliveries/s | sqlite-batch, 5 webhooks | at least 2.3 x', told), 'kept')
  assert.equal(verdictOf('paylinkd, 5 webhooks | deliveries/s | sqlite-batch, 5 webhooks | at least 2.4 x', told), 'LOST')
  assert.equal(verdictOf('paylinkd, 5 webhooks | deliveries/s | sqlite-batch, 5 webhooks | at least 2.3 x'), 'not measured')
})

test('a promise that some repetitions keep is within the noise', () => {
  assert.equal(verdictOf('paylinkd | events/s | sqlite-batch | at least 1.86 x'), 'within the noise')
  assert.equal(verdictOf('paylinkd | CPU us/event | sqlite-batch | at most 0.54 x'), 'within the noise')
})

test('a promise that no repetition keeps is lost', () => {
  assert.equal(verdictOf('paylinkd | events/s | sqlite-batch | at least 1.88 x'), 'LOST')
  assert.equal(verdictOf('paylinkd | CPU us/event | sqlite-batch | at most 0.52 x'), 'LOST')
})

test('ratios are taken within a repetition, and CPU with that of PostgreSQL', () => {
  const { ratios, median } = judge(promise('paylinkd | CPU us/event | outbox | at most 0.2 x'), recorded)
  assert.deepEqual(ratios.map((ratio) => ratio.toFixed(3)), [(125 / 894).toFixed(3), (169 / 997).toFixed(3), (96 / 817).toFixed(3)])
  assert.equal(median.toFixed(3), '0.140')
  assert.equal(judge(promise('paylinkd | p99 ms | outbox | at most 1 x'), recorded).ratios[0].toFixed(3), '0.126')
})

test('what did not run three times, or was void, says nothing', () => {
  assert.equal(verdictOf('paylinkd | events/s | floor | at least 0.5 x'), 'not measured')
  assert.equal(verdictOf('paylinkd | events/s | outbox | at least 3 x', recorded.slice(0, 6)), 'not measured')
  const voided = recorded.map((one, at) => at === 4 ? { ...one, void: true } : one)
  assert.equal(verdictOf('paylinkd | events/s | sqlite-batch | at least 1.2 x', voided), 'not measured')
  assert.equal(judge(promise('paylinkd | events/s | outbox | at least 3 x'), recorded.slice(0, 3), 1).verdict, 'kept')
})

test('a promise without a peer bounds the figure itself', () => {
  const runs = [58.2, 61.4, 59.9].map((peak_pss_mib) => run('paylinkd', 9000, 0.1, { peak_pss_mib }))
  assert.equal(verdictOf('paylinkd | PSS MiB | – | at most 60', runs), 'kept')
  assert.equal(verdictOf('paylinkd | PSS MiB | – | at most 58', runs), 'LOST')
  assert.equal(verdictOf('paylinkd | PSS MiB | – | at most 60', runs.slice(1)), 'not measured')
  assert.equal(lineOf(judge(promise('paylinkd | PSS MiB | – | at most 60'), runs)),
    'kept             paylinkd, PSS MiB: 59.90 [58.20..61.40], promised at most 60.00')
  assert.throws(() => promise('paylinkd | PSS MiB | – | at most 60 x'))
  assert.throws(() => promise('paylinkd | events/s | floor | at least 3'))
})

test('the exit code says whether something was lost', () => {
  const of = (...verdicts) => exitCodeOf(verdicts.map((verdict) => ({ verdict })))
  assert.equal(of('kept', 'within the noise'), 0)
  assert.equal(of('kept', 'LOST', 'not measured'), 1)
  assert.equal(of('kept', 'not measured'), 2)
})

test('a line says what was found and what was promised', () => {
  assert.equal(lineOf(judge(promise('paylinkd | events/s | sqlite-batch | at least 1.2 x'), recorded)),
    'kept             paylinkd, events/s against sqlite-batch: 1.86 x [1.49..1.87], promised at least 1.20 x')
  assert.equal(lineOf(judge(promise('paylinkd | events/s | floor | at least 0.5 x'), recorded)),
    'not measured     paylinkd, events/s against floor: 0 repetitions that count, promised at least 0.50 x')
})

test('the promises of the document are read, and one that cannot be read is an error', () => {
  const promises = promisesOf(readFileSync(new URL('../docs/performance.md', import.meta.url), 'utf8'))
  for (const subject of ['paylinkd', 'paylinkd-postgresql']) {
    assert.ok(promises.some((one) => one.subject === subject && one.measure === 'events/s' && one.bound === 'least'))
    assert.ok(promises.some((one) => one.subject === subject && one.measure === 'CPU us/event' && one.bound === 'most'))
  }
  for (const peer of ['sqlite-batch', 'outbox', 'floor']) assert.ok(promises.some((one) => one.peer === peer))
  assert.throws(() => promise('paylinkd | events/s | outbox | fast'), /no promise can be read/)
  assert.throws(() => promise('paylinkd | beauty | outbox | at least 2 x'), /no promise can be read/)
  assert.throws(() => promisesOf('# nothing'), /no table/)
})
