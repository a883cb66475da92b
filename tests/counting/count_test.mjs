// recorded.xml is what CTest 3.25 has written, with the words of Boost 1.81 and Node 20 put into it.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import test from 'node:test'

import { count, report } from './count.mjs'

const recorded = readFileSync(new URL('recorded.xml', import.meta.url), 'utf8')

test('what passed, failed and was skipped is counted apart', () => {
  const counted = count([recorded])
  assert.equal(counted.passed, 2)
  // One that failed, one that took too long, one whose program was not built.
  assert.deepEqual(counted.failed, [
    { name: 'bad', lines: ['x.cpp(7): error: in "c": check 1 == 2 has failed', 'not ok 2 - y'] },
    { name: 'slow', lines: [] },
    { name: 'none', lines: ['Unable to find executable: /no/such/program'] }
  ])
  assert.deepEqual(counted.skipped, [
    { name: 'away', reason: 'dotnet is not on this machine' },
    { name: 'off', reason: 'disabled' },
    { name: 'good, Test suite "qr"', reason: 'precondition failed' },
    { name: 'good, Test case "c"', reason: 'precondition failed: zbarimg & rsvg are missing' },
    { name: 'browser, x', reason: 'because' }
  ])
})

test('a skip is never taken for a pass', () => {
  const one = (inside) => `<testsuite><testcase name="a" ${inside}</testcase></testsuite>`
  assert.equal(report(count([one('status="run"><system-out></system-out>')])), '1 passed, 0 failed, 0 skipped')
  assert.equal(report(count([one('status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/><system-out>skipped: no disk</system-out>')])),
    'Skipped: a: no disk\n0 passed, 0 failed, 1 skipped')
  assert.equal(report(count([one('status="notrun"><skipped message="SKIP_REGULAR_EXPRESSION_MATCHED"/><system-out>x(1): Test suite "p" is skipped because precondition failed: this machine cannot cut the power\n</system-out>')])),
    'Skipped: a: this machine cannot cut the power\n0 passed, 0 failed, 1 skipped')
  assert.equal(report(count([one('status="notrun"><skipped message="Unable to find executable"/><system-out></system-out>')])),
    'Failed: a\n0 passed, 1 failed, 0 skipped')
  assert.equal(report(count([one('status="fail"><failure message=""/><system-out>a\n\nb\nc\nd\n</system-out>')])),
    'Failed: a\n  b\n  c\n  d\n0 passed, 1 failed, 0 skipped')
})

test('several files are added up, and none is nothing', () => {
  assert.equal(count([recorded, recorded]).passed, 4)
  assert.equal(report(count([])), '0 passed, 0 failed, 0 skipped')
})
