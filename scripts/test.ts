import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '#server/platform/root.ts'
import ceilings from '../budget.json' with { type: 'json' }
import { createTemporaryFolder } from '../tests/support/temporary-folder.ts'
import { compareWithBudget, measureLane, measureProduct } from './test/budget.ts'
import { durationsOf, outcomeOf, type Step, summariseLane, summariseRun } from './test/reports.ts'
import { LANES, runLane } from './test/run-lane.ts'

/**
 * `npm test` runs the lane "main", `npm run test:long` the lane "long", `.ci/run` both, and a release those and "majors". Every step runs even when an earlier one
 * failed, and the last line is the sum: `N passed, N failed`.
 */
const asked = process.argv.slice(2)
const unknown = asked.find((name) => !(name in LANES))
if (unknown !== undefined || asked.length === 0) {
  console.error(`Name one lane or several of: ${Object.keys(LANES).join(', ')}.`)
  process.exit(2)
}

const reports = createTemporaryFolder('reports')
const results = join(ROOT, 'test-results')
const steps: Step[] = []
for (const lane of asked as (keyof typeof LANES)[]) {
  const taken = await runLane(lane, reports)
  console.log(`\n${summariseLane(lane, taken).join('\n')}`)
  await mkdir(results, { recursive: true })
  await writeFile(join(results, `${lane}-durations.json`), JSON.stringify(durationsOf(taken), null, 2))
  steps.push(...taken, await compareFigures(lane, taken))
}
await rm(reports, { recursive: true, force: true })

const { lines, failed } = summariseRun(steps)
console.log(`\n${lines.join('\n')}`)
process.exitCode = failed === 0 ? 0 : 1

/** Prints the figures of the product and of the lane beside their ceilings, and makes a step of them. */
async function compareFigures(lane: string, taken: readonly Step[]): Promise<Step> {
  const figures = [...(lane === 'main' ? await measureProduct() : []), ...measureLane(lane, taken)]
  const { lines, failures } = compareWithBudget(figures, ceilings)
  console.log(`The budget:\n${lines.join('\n')}`)
  const passed = figures.length - failures.length
  return {
    name: 'budget',
    seconds: 0,
    outcome: { ...outcomeOf(true), passed, failed: failures.length, failures },
  }
}
