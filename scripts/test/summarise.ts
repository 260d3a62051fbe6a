import type { Outcome } from './read-reports.ts'

/** More journeys than this that pass only at their second try make the run red. */
const MAX_FLAKY = 3
const SLOWEST = 20

export interface Step {
  name: string
  seconds: number
  outcome: Outcome
}

/** What is printed at the end of a lane: its steps, and what was slowest. */
export function summariseLane(lane: string, steps: Step[]): string[] {
  const rows = steps.map(({ name, seconds, outcome: { passed, failed } }) => {
    return `  ${duration(seconds)}  ${name}: ${passed} passed, ${failed} failed`
  })
  const slowest = steps
    .flatMap(({ outcome }) => outcome.durations)
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, SLOWEST)
    .map(({ name, seconds }) => `  ${duration(seconds)}  ${name}`)
  const total = steps.reduce((sum, { seconds }) => sum + seconds, 0)
  return [
    `The lane "${lane}" took ${duration(total).trim()}:`,
    ...rows,
    ...(slowest.length ? ['The slowest:', ...slowest] : []),
  ]
}

/** What is printed at the end of a run of one lane or of several; the last line is the sum. */
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
  return { lines: [...lines, `${passed} passed, ${failed} failed`], failed }
}

function duration(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  return `${minutes ? `${minutes} min ` : ''}${(seconds % 60).toFixed(minutes ? 0 : 1)} s`.padStart(11)
}
