import { relative } from 'node:path'

/** What came of a step of a lane. */
export interface Outcome {
  passed: number
  failed: number
  /** Journeys that failed, and passed when they were tried once more. They are among those that passed. */
  flaky: Flaky[]
  durations: Duration[]
}

export interface Flaky {
  name: string
  /** The trace of the try that failed. */
  trace: string | null
}

export interface Duration {
  name: string
  seconds: number
}

/** The part of a report of Vitest's JSON reporter that is read. */
export interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  testResults: {
    name: string
    startTime: number
    endTime: number
    assertionResults: { fullName: string; status: string }[]
  }[]
}

/** The part of a report of Playwright's JSON reporter that is read. */
export interface PlaywrightReport {
  stats: { expected: number; flaky: number; unexpected: number }
  suites: Suite[]
}

interface Suite {
  suites?: Suite[]
  specs?: {
    title: string
    file: string
    tests: {
      status: 'expected' | 'unexpected' | 'flaky' | 'skipped'
      results: { duration: number; attachments: { name: string; path?: string }[] }[]
    }[]
  }[]
}

/** A step without a report: one that passes or fails as a whole. */
export function outcomeOf(succeeded: boolean): Outcome {
  return { passed: Number(succeeded), failed: Number(!succeeded), flaky: [], durations: [] }
}

/** Durations are those of files. A run that fails without a failed test (a crash, an unhandled error) counts as one failure. */
export function readVitestReport(report: VitestReport | null, succeeded: boolean, root: string): Outcome {
  const durations = (report?.testResults ?? []).map(({ name, startTime, endTime }) => ({
    name: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }))
  return {
    passed: report?.numPassedTests ?? 0,
    failed: Math.max(report?.numFailedTests ?? 0, Number(!succeeded)),
    flaky: [],
    durations,
  }
}

/** Durations are those of journeys, all their tries together. */
export function readPlaywrightReport(report: PlaywrightReport | null, succeeded: boolean): Outcome {
  const outcome: Outcome = {
    passed: (report?.stats.expected ?? 0) + (report?.stats.flaky ?? 0),
    failed: Math.max(report?.stats.unexpected ?? 0, Number(!succeeded)),
    flaky: [],
    durations: [],
  }
  for (const spec of (report?.suites ?? []).flatMap(specsOf)) {
    const name = `${spec.file} › ${spec.title}`
    for (const { status, results } of spec.tests) {
      const milliseconds = results.reduce((sum, { duration }) => sum + duration, 0)
      outcome.durations.push({ name, seconds: milliseconds / 1000 })
      if (status !== 'flaky') continue
      const traces = results.flatMap(({ attachments }) => attachments).filter(({ name }) => name === 'trace')
      outcome.flaky.push({ name, trace: traces[0]?.path ?? null })
    }
  }
  return outcome
}

function specsOf(suite: Suite): NonNullable<Suite['specs']> {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)]
}
