import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTemporaryFolder } from '../tests/support/temporary-folder.ts'

/**
 * `npm test`: types and lint, then unit and integration tests, then journeys in a real browser. Every step runs even
 * when one before it failed, and the last line sums up: `N passed, N failed`.
 */
const reports = createTemporaryFolder('reports')
const unitReport = join(reports, 'unit.json')
const journeyReport = join(reports, 'journeys.json')

const checked = await run('npm', ['run', '--silent', 'check'])
const unit = await run('vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${unitReport}`,
])
const journeys = await run('playwright', ['test', '--reporter=list,json'], {
  PLAYWRIGHT_JSON_OUTPUT_NAME: journeyReport,
  E2E_DATA_DIR: join(reports, 'journeys-data'),
})

const unitCounts = await read<{ numPassedTests: number; numFailedTests: number }>(unitReport)
const journeyCounts = await read<{ stats: { expected: number; flaky: number; unexpected: number } }>(
  journeyReport,
)
await rm(reports, { recursive: true, force: true })

const passed = Number(checked) + (unitCounts?.numPassedTests ?? 0) + (journeyCounts?.stats.expected ?? 0)
// A step that fails without naming a test (a crash, an unhandled error) still counts as one failure.
const failed =
  Number(!checked) +
  Math.max(unitCounts?.numFailedTests ?? 0, Number(!unit)) +
  Math.max((journeyCounts?.stats.unexpected ?? 0) + (journeyCounts?.stats.flaky ?? 0), Number(!journeys))

console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<boolean> {
  console.log(`\n> ${command} ${args.join(' ')}`)
  const child = spawn(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  return new Promise((resolve) => {
    child.on('error', () => resolve(false)).on('close', (code) => resolve(code === 0))
  })
}

async function read<Report>(file: string): Promise<Report | null> {
  return readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Report,
    () => null,
  )
}
