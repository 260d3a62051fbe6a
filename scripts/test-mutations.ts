import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { mutateFunction } from '../tests/mutations/mutate-function.ts'
import { MUTATIONS, type Mutation } from '../tests/mutations/mutations.ts'
import { type Checkout, copyCheckout } from '../tests/support/copy-checkout.ts'
import { createTemporaryFolder } from '../tests/support/temporary-folder.ts'
import type { VitestReport } from './test/reports.ts'
import { runCommand } from './test/run-lane.ts'

/**
 * `npm run test:mutations`: makes each of the mistakes of `tests/mutations` in a copy of the sources, alone, and runs the tests that
 * are to notice it. With arguments only the mutations whose names contain one of them.
 */
const wanted = process.argv.slice(2)
const chosen = MUTATIONS.filter(
  ({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
)
if (chosen.length === 0) throw new Error(`No mutation is named like ${wanted.join(' or ')}.`)

const report = join(createTemporaryFolder('mutations'), 'report.json')
const checkout = await copyCheckout(['docs', 'tests', 'vitest.config.ts'])
const lines: string[] = []
let failed = 0
try {
  const files = [...new Set(chosen.flatMap(({ tests }) => tests))]
  // A test that fails without a mutation proves nothing.
  const { failures } = await runTests(checkout, files)
  if (failures.length > 0) throw new Error(`Without a mutation these fail: ${failures.join('; ')}`)
  for (const mutation of chosen) {
    const { failures, seconds } = await tryMutation(checkout, mutation)
    const outcome = failures.length > 0 ? `killed by "${failures[0]}"` : 'SURVIVED'
    lines.push(`${mutation.name}: ${outcome} (${Math.round(seconds)} s)`)
    if (failures.length === 0) failed += 1
  }
} finally {
  await checkout.remove()
  await rm(join(report, '..'), { recursive: true, force: true })
}
console.log(`\n${lines.join('\n')}\n\n${chosen.length - failed} killed, ${failed} survived`)
process.exitCode = failed === 0 ? 0 : 1

async function tryMutation(checkout: Checkout, { change, tests }: Mutation): Promise<Result> {
  if ('databaseFunction' in change) return runTests(checkout, tests, { TEST_SQL: mutateFunction(change) })
  const undo = await checkout.edit(change.file, change.text, change.replacement)
  const result = await runTests(checkout, tests)
  await undo()
  return result
}

interface Result {
  /** The names of the tests that failed, with their files. */
  failures: string[]
  seconds: number
}

async function runTests(
  { path }: Checkout,
  files: string[],
  env: Record<string, string> = {},
): Promise<Result> {
  await rm(report, { force: true })
  const { seconds } = await runCommand(
    'vitest',
    [
      'run',
      '--project=main',
      '--project=screens',
      '--bail=1',
      '--reporter=json',
      `--outputFile=${report}`,
      ...files,
    ],
    { env, cwd: path },
  )
  const text = await readFile(report, 'utf8').catch(() => null)
  if (text === null) throw new Error('Vitest has left no report: see what it printed.')
  const { testResults } = JSON.parse(text) as VitestReport
  const failures = testResults.flatMap((file) =>
    file.assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName }) => `${file.name.replace(`${path}/`, '')}: ${fullName}`),
  )
  return { failures, seconds }
}
