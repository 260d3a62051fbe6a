import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** The result of a step of a lane. */
export interface Outcome {
  passed: number
  failed: number
  failures: Failure[]
  /** Tests of screens and journeys that failed, and passed on the retry. They are counted as passed. */
  flaky: Flaky[]
  durations: Duration[]
}

export interface Failure {
  name: string
  /** The first line of the error. */
  reason: string
}

export interface Flaky {
  name: string
  /** The trace of the failed attempt. */
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
    /** The reason why the file could not be run. */
    message: string
    /** A test that passed on the retry has the messages of its failure. */
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
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
      results: {
        duration: number
        error?: { message?: string }
        attachments: { name: string; path?: string }[]
      }[]
    }[]
  }[]
}

/** A step without a report: one that passes or fails as a whole. */
export function outcomeOf(succeeded: boolean): Outcome {
  return { passed: Number(succeeded), failed: Number(!succeeded), failures: [], flaky: [], durations: [] }
}

/** Durations are those of files. A run that fails without a failed test (a crash, an unhandled error) counts as one failure. */
export function readVitestReport(report: VitestReport | null, succeeded: boolean, root: string): Outcome {
  const files = (report?.testResults ?? []).map((result) => ({
    ...result,
    name: relative(root, result.name),
  }))
  return {
    passed: report?.numPassedTests ?? 0,
    failed: Math.max(report?.numFailedTests ?? 0, Number(!succeeded)),
    failures: files.flatMap(({ name, message, assertionResults }) => [
      ...(message ? [{ name, reason: firstLine(message) }] : []),
      ...assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName, failureMessages }) => ({
          name: `${name} › ${fullName}`,
          reason: firstLine(failureMessages[0]),
        })),
    ]),
    flaky: files.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
        .map(({ fullName }) => ({ name: `${name} › ${fullName}`, trace: null })),
    ),
    durations: files.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 })),
  }
}

/** Durations are those of journeys, the sum of their attempts. */
export function readPlaywrightReport(report: PlaywrightReport | null, succeeded: boolean): Outcome {
  const outcome: Outcome = {
    passed: (report?.stats.expected ?? 0) + (report?.stats.flaky ?? 0),
    failed: Math.max(report?.stats.unexpected ?? 0, Number(!succeeded)),
    failures: [],
    flaky: [],
    durations: [],
  }
  for (const spec of (report?.suites ?? []).flatMap(specsOf)) {
    const name = `${spec.file} › ${spec.title}`
    for (const { status, results } of spec.tests) {
      const milliseconds = results.reduce((sum, { duration }) => sum + duration, 0)
      outcome.durations.push({ name, seconds: milliseconds / 1000 })
      if (status === 'unexpected')
        outcome.failures.push({ name, reason: firstLine(results.at(-1)?.error?.message) })
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

function firstLine(message = ''): string {
  return stripVTControlCharacters(message).trim().split('\n', 1)[0] ?? ''
}

/** The run fails when more than this pass only on the retry. */
const MAX_FLAKY = 3
const SLOWEST = 20

export interface Step {
  name: string
  seconds: number
  outcome: Outcome
}

/** The summary at the end of a lane: its steps, and the slowest files. */
export function summariseLane(lane: string, steps: Step[]): string[] {
  const rows = steps.map(({ name, seconds, outcome: { passed, failed } }) => {
    return `  ${duration(seconds)}  ${name}: ${passed} passed, ${failed} failed`
  })
  const slowest = durationsOf(steps)
    .slice(0, SLOWEST)
    .map(({ name, seconds }) => `  ${duration(seconds)}  ${name}`)
  const total = steps.reduce((sum, { seconds }) => sum + seconds, 0)
  return [
    `The lane "${lane}" took ${duration(total).trim()}:`,
    ...rows,
    ...(slowest.length ? ['The slowest:', ...slowest] : []),
  ]
}

/** The duration of each file and each journey, the slowest first. */
export function durationsOf(steps: readonly Step[]): Duration[] {
  return steps
    .flatMap(({ outcome }) => outcome.durations)
    .toSorted((one, other) => other.seconds - one.seconds)
}

/** The summary at the end of a run of one lane or of several: flaky journeys, failures, and as the last line the sum. */
export function summariseRun(steps: Step[]): { lines: string[]; failed: number } {
  const outcomes = steps.map(({ outcome }) => outcome)
  const flaky = outcomes.flatMap((outcome) => outcome.flaky)
  const tooFlaky = flaky.length > MAX_FLAKY
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0)
  const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, Number(tooFlaky))
  const lines = flaky.map(({ name, trace }) => `  ${name}${trace ? ` (${trace})` : ''}`)
  if (flaky.length)
    lines.unshift(
      `${flaky.length} flaky, passed at the second try${tooFlaky ? `; more than ${MAX_FLAKY} are a failure` : ''}:`,
    )
  const failures = outcomes.flatMap((outcome) => outcome.failures)
  if (failures.length) lines.push('Failed:', ...failures.map(({ name, reason }) => `  ${name}: ${reason}`))
  return { lines: [...lines, `${passed} passed, ${failed} failed`], failed }
}

function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return `${minutes ? `${minutes} min ` : ''}${(seconds % 60).toFixed(minutes ? 0 : 1)} s`.padStart(11)
}
