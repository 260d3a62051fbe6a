import { rm } from 'node:fs/promises'
import { createTemporaryFolder } from '../tests/support/temporary-folder.ts'
import { type Step, summariseLane, summariseRun } from './test/reports.ts'
import { LANES, runLane } from './test/run-lane.ts'

/**
 * `npm test` runs the lane "main", `npm run test:long` the lane "long", `.ci/run` both. Every step runs even when an earlier one
 * failed, and the last line is the sum: `N passed, N failed`.
 */
const asked = process.argv.slice(2)
const unknown = asked.find((name) => !(name in LANES))
if (unknown !== undefined || asked.length === 0) {
  console.error(`Name one lane or several of: ${Object.keys(LANES).join(', ')}.`)
  process.exit(2)
}

const reports = createTemporaryFolder('reports')
const steps: Step[] = []
for (const lane of asked as (keyof typeof LANES)[]) {
  const taken = await runLane(lane, reports)
  console.log(`\n${summariseLane(lane, taken).join('\n')}`)
  steps.push(...taken)
}
await rm(reports, { recursive: true, force: true })

const { lines, failed } = summariseRun(steps)
console.log(`\n${lines.join('\n')}`)
process.exitCode = failed === 0 ? 0 : 1
