import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createTemporaryFolder } from '../tests/support/temporary-folder.ts'

/** The tests get only these variables, so that settings of a site in the shell (DATABASE_URL, SMTP_URL …) do not reach them. */
const ENVIRONMENT = [
  ...[
    'PATH',
    'LD_LIBRARY_PATH',
    'HOME',
    'TMPDIR',
    'LANG',
    'LC_ALL',
    'TZ',
    'TERM',
    'FORCE_COLOR',
    'NO_COLOR',
    'CI',
  ],
  ...[
    'CHROME_PATH',
    'E2E_PORT',
    'REST_SEED',
    'CONTRACT_URL',
    'CONTRACT_PUBLISHABLE_KEY',
    'CONTRACT_SECRET_KEY',
  ],
]

/**
 * `npm test`: types and lint, then unit and integration tests, then end-to-end tests in a real browser. Every step runs
 * even when an earlier one failed, and the last line is the sum: `N passed, N failed`.
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
  const inherited = ENVIRONMENT.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const child = spawn(command, args, { stdio: 'inherit', env: { ...Object.fromEntries(inherited), ...env } })
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
