import { expect, test } from 'vitest'
import { outcomeOf, readPlaywrightReport, readVitestReport, summariseLane, summariseRun } from './reports.ts'

/** A report of journeys: each has the outcome of each of its tries. */
function journeys(tries: Record<string, ('passed' | 'failed')[]>) {
  const specs = Object.entries(tries).map(([title, results]) => {
    const failures = results.filter((result) => result === 'failed').length
    const status =
      failures === 0
        ? ('expected' as const)
        : failures < results.length
          ? ('flaky' as const)
          : ('unexpected' as const)
    return {
      title,
      file: 'trash.spec.ts',
      tests: [
        {
          status,
          results: results.map((result, index) => ({
            duration: 1500,
            ...(result === 'failed' && {
              error: { message: '\u001b[31mError: not visible\u001b[39m\n  at 1' },
            }),
            attachments:
              result === 'failed' ? [{ name: 'trace', path: `/results/${title}-${index}/trace.zip` }] : [],
          })),
        },
      ],
    }
  })
  const count = (status: string) => specs.filter(({ tests }) => tests[0]?.status === status).length
  return {
    stats: { expected: count('expected'), flaky: count('flaky'), unexpected: count('unexpected') },
    suites: [{ suites: [{ specs }] }],
  }
}

function unitReport(passed: number, failed: number) {
  return {
    numPassedTests: passed,
    numFailedTests: failed,
    testResults: [
      { name: '/site/core/a.test.ts', startTime: 1000, endTime: 3500, message: '', assertionResults: [] },
      { name: '/site/core/b.test.ts', startTime: 1000, endTime: 91_000, message: '', assertionResults: [] },
    ],
  }
}

test('a journey that passes when it is tried again counts as passed, and is named with the trace of its failure', () => {
  const outcome = readPlaywrightReport(
    journeys({ deletes: ['passed'], restores: ['failed', 'passed'] }),
    true,
  )
  expect(outcome).toMatchObject({ passed: 2, failed: 0 })
  expect(outcome.durations).toEqual([
    { name: 'trash.spec.ts › deletes', seconds: 1.5 },
    { name: 'trash.spec.ts › restores', seconds: 3 },
  ])
  const { lines, failed } = summariseRun([{ name: 'journeys', seconds: 5, outcome }])
  expect(failed).toBe(0)
  expect(lines).toEqual([
    '1 flaky, passed at the second try:',
    '  trash.spec.ts › restores (/results/restores-0/trace.zip)',
    '2 passed, 0 failed',
  ])
})

test('a test of a screen that passes when it is tried again is named as well', () => {
  const report = unitReport(1, 0)
  const retried = { fullName: 'restores', status: 'passed', failureMessages: ['Error: not visible'] }
  const testResults = [
    { ...report.testResults[0], name: '/site/tests/screens/trash.test.tsx', assertionResults: [retried] },
  ]
  const outcome = readVitestReport({ ...report, testResults } as never, true, '/site')
  expect(outcome).toMatchObject({ passed: 1, failed: 0 })
  expect(outcome.flaky).toEqual([{ name: 'tests/screens/trash.test.tsx › restores', trace: null }])
})

test('three flaky journeys are accepted, and four make the run red', () => {
  const flaky = (count: number) =>
    journeys(
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`journey ${n}`, ['failed', 'passed']])),
    )
  const run = (count: number) =>
    summariseRun([{ name: 'journeys', seconds: 1, outcome: readPlaywrightReport(flaky(count), true) }])
  expect(run(3)).toMatchObject({ failed: 0 })
  expect(run(4)).toMatchObject({ failed: 1 })
  expect(run(4).lines.at(-1)).toBe('4 passed, 1 failed')
})

test('a journey that fails twice has failed', () => {
  const outcome = readPlaywrightReport(journeys({ deletes: ['failed', 'failed'] }), false)
  expect(outcome).toMatchObject({ passed: 0, failed: 1, flaky: [] })
})

test('a run ends with the names of what has failed, and the first line of each error', () => {
  const report = {
    ...unitReport(7, 1),
    testResults: [
      {
        name: '/site/core/a.test.ts',
        startTime: 0,
        endTime: 1,
        message: '',
        assertionResults: [
          { fullName: 'adds', status: 'passed', failureMessages: [] },
          { fullName: 'sums', status: 'failed', failureMessages: ['AssertionError: 3 is not 4\n  at 1'] },
        ],
      },
      {
        name: '/site/core/b.test.ts',
        startTime: 0,
        endTime: 1,
        message: 'Cannot find b.ts\n  at 2',
        assertionResults: [],
      },
    ],
  }
  const { lines } = summariseRun([
    { name: 'tests', seconds: 1, outcome: readVitestReport(report, false, '/site') },
    {
      name: 'journeys',
      seconds: 1,
      outcome: readPlaywrightReport(journeys({ deletes: ['failed', 'failed'] }), false),
    },
  ])
  expect(lines).toEqual([
    'Failed:',
    '  core/a.test.ts › sums: AssertionError: 3 is not 4',
    '  core/b.test.ts: Cannot find b.ts',
    '  trash.spec.ts › deletes: Error: not visible',
    '7 passed, 2 failed',
  ])
})

test('a step that fails without a failed test, or without a report, counts as one failure', () => {
  expect(readVitestReport(unitReport(7, 0), false, '/site')).toMatchObject({ passed: 7, failed: 1 })
  expect(readVitestReport(unitReport(7, 2), false, '/site')).toMatchObject({ passed: 7, failed: 2 })
  expect(readVitestReport(null, false, '/site')).toMatchObject({ passed: 0, failed: 1 })
  expect(readPlaywrightReport(null, false)).toMatchObject({ passed: 0, failed: 1 })
})

test('a lane ends with its steps and its slowest, and a run with one sum over all steps', () => {
  const steps = [
    { name: 'types and lint', seconds: 20, outcome: outcomeOf(false) },
    { name: 'tests', seconds: 100, outcome: readVitestReport(unitReport(7, 0), true, '/site') },
  ]
  expect(summariseLane('main', steps)).toEqual([
    'The lane "main" took 2 min 0 s:',
    '       20.0 s  types and lint: 0 passed, 1 failed',
    '   1 min 40 s  tests: 7 passed, 0 failed',
    'The slowest:',
    '   1 min 30 s  core/b.test.ts',
    '        2.5 s  core/a.test.ts',
  ])
  expect(summariseRun(steps)).toEqual({ lines: ['7 passed, 1 failed'], failed: 1 })
})

test('no more than twenty are listed as slowest', () => {
  const report = unitReport(30, 0)
  report.testResults = Array.from({ length: 30 }, (_, index) => ({
    name: `/site/${index}.test.ts`,
    startTime: 0,
    endTime: index * 1000,
    message: '',
    assertionResults: [],
  }))
  const lines = summariseLane('long', [
    { name: 'tests', seconds: 9, outcome: readVitestReport(report, true, '/site') },
  ])
  expect(lines.slice(3)).toHaveLength(20)
  expect(lines.at(-1)).toContain('10.test.ts')
})
