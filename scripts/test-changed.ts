import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '#server/platform/root.ts'
import { createTemporaryFolder } from '../tests/support/temporary-folder.ts'
import { outcomeOf, type Step, summariseLane, summariseRun } from './test/reports.ts'
import { LANES, runCommand, runJourneys, runTests } from './test/run-lane.ts'
import { readUsers, selectTests } from './test/select-tests.ts'

/**
 * `npm run test:changed -- [COMMIT]`: types, lint of the changed files, and the tests that the change since a commit can affect,
 * uncommitted files included. Without a commit it is the last one that this branch and `main` have in common.
 */
const base = process.argv[2] ?? git('merge-base', 'HEAD', 'main')[0] ?? 'HEAD'
const changed = [
  ...new Set([
    ...git('diff', '--name-only', '--no-renames', base),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]),
]
if (changed.length === 0) {
  console.log(`Nothing has changed since ${base}.`)
  process.exit()
}
const all = globSync('{app,core,server,scripts,tests}/**/*.{test,spec}.{ts,tsx}', { cwd: ROOT })
const { tests, journeys, long } = selectTests(changed, { all, users: readUsers(ROOT) })
console.log(
  `${changed.length} changed files can affect ${tests ? `${tests.length} of ${all.length}` : `all ${all.length}`} test files.`,
)

const steps: Step[] = []
const types = await runCommand('npm', ['run', '--silent', 'check:types'])
steps.push({ name: 'types', seconds: types.seconds, outcome: outcomeOf(types.succeeded) })
const linted = changed.filter((file) => existsSync(join(ROOT, file)))
if (linted.length > 0) {
  const lint = await runCommand('biome', ['check', '--no-errors-on-unmatched', ...linted])
  steps.push({ name: 'lint', seconds: lint.seconds, outcome: outcomeOf(lint.succeeded) })
}
const reports = createTemporaryFolder('reports')
if (tests === null || tests.length > 0) {
  steps.push(await runTests(LANES.main.projects, join(reports, 'tests.json'), tests ?? []))
}
if (journeys.length > 0) steps.push(await runJourneys('changed', journeys, reports))
await rm(reports, { recursive: true, force: true })

console.log(`\n${summariseLane('changed', steps).join('\n')}`)
if (long.length > 0)
  console.log(`Not run, of the lane "long":\n${long.map((file) => `  ${file}`).join('\n')}`)
const { lines, failed } = summariseRun(steps)
console.log(`\n${lines.join('\n')}`)
process.exitCode = failed === 0 ? 0 : 1

function git(...args: string[]): string[] {
  return execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)
}
