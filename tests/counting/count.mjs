// Reads what `ctest --output-junit` has written into the files that are named, and prints what was skipped and why, what
// failed and where, and then a line that counts. A skip that a test program has within itself counts as well. Ends with 1
// when a test has failed, or none was run.
import { readFileSync } from 'node:fs'

const entities = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
const plain = (xml) => xml.replace(/&(lt|gt|quot|apos|amp);/g, (whole, name) => entities[name])

/** Every test of a file: its name, how CTest says that it ended, and what it printed. */
function testsOf (xml) {
  const attribute = (text, name) => plain(new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1] ?? '')
  return [...xml.matchAll(/<testcase\b([^>]*)>([\s\S]*?)<\/testcase>/g)].map(([, head, inside]) => ({
    name: attribute(head, 'name'),
    status: attribute(head, 'status'),
    excuse: attribute(/<skipped\b[^>]*>/.exec(inside)?.[0] ?? '', 'message'),
    output: plain(/<system-out>([\s\S]*?)<\/system-out>/.exec(inside)?.[1] ?? '')
  }))
}

/** Why a whole test was skipped: the line by which CTest knew it, or what CTest says. */
function reasonOf (test) {
  if (test.status === 'disabled') return 'disabled'
  const line = test.output.split('\n').find((text) => /\bskipped: |cannot\b/.test(text))
  return (line ?? test.excuse).replace(/^.*?(\bskipped: |is skipped because (precondition failed: )?)/, '').trim()
}

/**
 * What a program that has run left out: cases of Boost.Test and of Node's runner. Boost calls "disabled" what --run_test
 * has not named: that is another test's.
 */
function skipsWithin (test) {
  const ofBoost = [...test.output.matchAll(/: (Test (?:case|suite) "[^"]*") is skipped because (?!disabled$)(.*)/gm)]
  const ofNode = [...test.output.matchAll(/^\s*ok \d+ - (.*?) # SKIP ?(.*)/gm), ...test.output.matchAll(/^\s*﹣ (.*?) \([\d.]+ms\) # (.*)/gm)]
  return [...ofBoost, ...ofNode].map(([, what, why]) => ({ name: `${test.name}, ${what}`, reason: why.trim() || 'it does not say why' }))
}

const complaints = [/: (fatal )?error: in "/, /^\s*not ok \d+/, /^VIOLATED/, /^\s*✖ /, /ERROR: \w+Sanitizer/, /: runtime error: /]

/** The lines of a failed test that say what was wrong, the first twenty, or the last three of what it printed. */
function complaintsOf ({ name, output }) {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const told = lines.filter((line) => complaints.some((pattern) => pattern.test(line)))
  const shown = told.length > 0 ? told.slice(0, 20) : lines.slice(-3)
  return { name, lines: shown.map((line) => line.trim().slice(0, 500)) }
}

export function count (files) {
  const tests = files.flatMap(testsOf)
  const isSkipped = (test) => test.status === 'disabled' || (test.status === 'notrun' && test.excuse.startsWith('SKIP_'))
  const skipped = tests.filter(isSkipped).map((test) => ({ name: test.name, reason: reasonOf(test) }))
  const passed = tests.filter((test) => test.status === 'run')
  for (const test of tests) if (!isSkipped(test)) skipped.push(...skipsWithin(test))
  const failed = tests.filter((test) => test.status !== 'run' && !isSkipped(test)).map(complaintsOf)
  return { passed: passed.length, failed, skipped }
}

export function report ({ passed, failed, skipped }) {
  const lines = skipped.map(({ name, reason }) => `Skipped: ${name}: ${reason}`)
  for (const test of failed) lines.push(`Failed: ${test.name}`, ...test.lines.map((line) => `  ${line}`))
  return [...lines, `${passed} passed, ${failed.length} failed, ${skipped.length} skipped`].join('\n')
}

if (process.argv[1] === import.meta.filename || process.argv[1]?.endsWith('/count.mjs')) {
  const counted = count(process.argv.slice(2).map((file) => readFileSync(file, 'utf8')))
  console.log(report(counted))
  process.exit(counted.failed.length > 0 || counted.passed === 0 ? 1 : 0)
}
