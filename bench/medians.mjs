// Reads the lines that `load --json` has printed, on standard input, and prints for each subject the median of its runs
// with the least and the greatest, then how the first subject compares with the others.
import { readFileSync } from 'node:fs'

const columns = [
  ['events/s', (run) => run.events_per_s, 0],
  ['p50 ms', (run) => run.latency_p50_ms, 2],
  ['p95 ms', (run) => run.latency_p95_ms, 2],
  ['p99 ms', (run) => run.latency_p99_ms, 2],
  ['CPU us/event', (run) => 1000 * (run.cpu_s_per_1000 + run.postgresql_cpu_s_per_1000), 0],
  ['PSS MiB', (run) => run.peak_pss_mib, 0],
  ['credits/sync', (run) => run.credits_per_sync ?? NaN, 1],
  ['others', (run) => 100 * run.others_share, 0]
]
const compared = ['events/s', 'p50 ms', 'p99 ms', 'CPU us/event', 'PSS MiB']

const runs = readFileSync(0, 'utf8').split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
const counting = runs.filter((run) => !run.void)
const subjects = [...new Set(runs.map((run) => run.subject))]
const runsOf = (subject) => counting.filter((run) => run.subject === subject)

function spread (values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  const median = sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
  return { median, least: sorted[0], greatest: sorted.at(-1) }
}

function cell (values, decimals) {
  const { median, least, greatest } = spread(values)
  if (Number.isNaN(median)) return '-'
  const text = (value) => value.toFixed(decimals)
  return values.length > 1 ? `${text(median)} [${text(least)}..${text(greatest)}]` : text(median)
}

function row (subject) {
  const own = runsOf(subject)
  if (!own.length) return `| ${subject} | VOID |`
  const cells = columns.map(([, value, decimals]) => cell(own.map(value), decimals))
  return `| ${subject} | ${cells.join(' | ')} | ${own.length} |`
}

function comparison (subject, other) {
  const ratio = ([name, value]) => {
    const [a, b] = [subject, other].map((one) => spread(runsOf(one).map(value)).median)
    return `${name} ${(a / b).toFixed(2)} x`
  }
  return `${subject} against ${other}: ${columns.filter(([name]) => compared.includes(name)).map(ratio).join(', ')}`
}

const [first] = runs
console.log(`${first.events} events over ${first.concurrency} connections, ${first.rate ? `due at ${first.rate}/s` : 'as fast as acknowledged'}, ` +
  `${first.links} links${first.shuffle ? ' in random order' : ''}, ${first.receivers} ${first.tls ? 'HTTPS' : 'HTTP'} receivers` +
  `${first.hang ? `, every ${first.hang}th callback hangs` : ''}\n`)
console.log(`| subject | ${columns.map(([name]) => name).join(' | ')} | runs |`)
console.log(`| --- |${' --- |'.repeat(columns.length + 1)}`)
for (const subject of subjects) console.log(row(subject))
console.log()
const measured = subjects.filter((subject) => runsOf(subject).length)
for (const other of measured.slice(1)) console.log(comparison(measured[0], other))
const voided = runs.length - counting.length
if (voided) console.log(`\n${voided} of ${runs.length} runs were VOID and are left out.`)
if (counting.some((run) => run.others_share > 0.3)) {
  console.log('\nOther programs used more than 30% of the cores in some of these runs ("others"): trust the ratios, not the rates.')
}
process.exit(voided ? 1 : 0)
