// Holds the runs of `scripts/bench --guard` against what docs/performance.md promises. Reads the lines that `load --json`
// has printed on standard input, takes the promises from the table of the document, and prints a line for each. Ends with
// 1 when one is lost, and with 2 when it could not be judged.
import { readFileSync } from 'node:fs'

const measures = {
  'events/s': (run) => run.events_per_s,
  'deliveries/s': (run) => run.deliveries_per_s,
  'CPU us/event': (run) => 1000 * (run.cpu_s_per_1000 + run.postgresql_cpu_s_per_1000),
  'p50 ms': (run) => run.latency_p50_ms,
  'p99 ms': (run) => run.latency_p99_ms,
  'PSS MiB': (run) => run.peak_pss_mib,
  'growth MiB': (run) => run.grown_mib,
  "others' p99 to that alone": (run) => run.p99_factor
}
/** Stands for the peer of a promise that is a figure of its own, and not a ratio. */
const none = '–'

/** The rows of the one table whose head is `| subject | measure | against | promised |`. */
export function promisesOf (document) {
  const lines = document.split('\n')
  const head = lines.indexOf('| subject | measure | against | promised |')
  if (head < 0) throw new Error('the document has no table of promises')
  const rows = lines.slice(head + 2, lines.findIndex((line, at) => at > head && !line.startsWith('|')))
  if (!rows.length) throw new Error('the table of promises is empty')
  return rows.map((line) => {
    const [subject, measure, peer, promised] = line.split('|').slice(1, -1).map((cell) => cell.trim())
    const [, bound, ratio, times] = /^at (least|most) ([0-9.]+)( x)?$/.exec(promised) ?? []
    if (!bound || !measures[measure] || (peer === none) !== !times) throw new Error(`no promise can be read from: ${line}`)
    return { subject, measure, peer, bound, ratio: Number(ratio) }
  })
}

/**
 * The ratio of the subject to its peer in each repetition, which ran one after the other; none for a void one. Without a peer,
 * the figure itself.
 */
function ratiosOf ({ subject, measure, peer }, runs) {
  const ofName = (name) => runs.filter((run) => run.subject === name)
  if (peer === none) return ofName(subject).filter((run) => !run.void).map(measures[measure]).filter(Number.isFinite)
  const [own, others] = [ofName(subject), ofName(peer)]
  return own.map((run, repetition) => {
    const other = others[repetition]
    return !other || run.void || other.void ? NaN : measures[measure](run) / measures[measure](other)
  }).filter(Number.isFinite)
}

function medianOf (values) {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/**
 * A promise is kept when the median of its repetitions keeps it, and lost when none of them does: what some keep and some
 * do not lies within the noise. Fewer than `repetitions` that count say nothing.
 */
export function judge (promise, runs, repetitions = 3) {
  const ratios = ratiosOf(promise, runs)
  if (ratios.length < repetitions) return { ...promise, ratios, verdict: 'not measured' }
  const keeps = (ratio) => promise.bound === 'least' ? ratio >= promise.ratio : ratio <= promise.ratio
  const median = medianOf(ratios)
  const verdict = keeps(median) ? 'kept' : ratios.some(keeps) ? 'within the noise' : 'LOST'
  return { ...promise, ratios, median, verdict }
}

export function lineOf ({ subject, measure, peer, bound, ratio, ratios, median, verdict }) {
  const text = (value) => value.toFixed(2)
  const [against, times] = peer === none ? ['', ''] : [` against ${peer}`, ' x']
  const found = median === undefined
    ? `${ratios.length} repetitions that count`
    : `${text(median)}${times} [${text(Math.min(...ratios))}..${text(Math.max(...ratios))}]`
  return `${verdict.padEnd(16)} ${subject}, ${measure}${against}: ${found}, promised at ${bound} ${text(ratio)}${times}`
}

/** 0: nothing is lost; 1: something is; 2: something could not be measured. */
export function exitCodeOf (verdicts) {
  if (verdicts.some(({ verdict }) => verdict === 'LOST')) return 1
  return verdicts.some(({ verdict }) => verdict === 'not measured') ? 2 : 0
}

if (process.argv[1]?.endsWith('/guard.mjs')) {
  const [document, repetitions] = process.argv.slice(2)
  const runs = readFileSync(0, 'utf8').split('\n').filter((line) => line.startsWith('{')).map((line) => JSON.parse(line))
  const verdicts = promisesOf(readFileSync(document, 'utf8')).map((promise) => judge(promise, runs, Number(repetitions)))
  for (const verdict of verdicts) console.log(lineOf(verdict))
  if (runs.some((run) => run.others_share > 0.3)) {
    console.log('\nOther programs used more than 30% of the cores in some of these runs: take them again when it is quiet.')
  }
  process.exit(exitCodeOf(verdicts))
}
