import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ROOT } from '#server/platform/root.ts'
import { outcomeOf, readPlaywrightReport, readVitestReport, type Step } from './reports.ts'

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

/** Runs a command of a lane, with its output, and measures its duration. */
export async function runCommand(
  command: string,
  args: string[],
  { env = {}, cwd = ROOT }: { env?: Record<string, string>; cwd?: string } = {},
): Promise<{ succeeded: boolean; seconds: number }> {
  console.log(`\n> ${command} ${args.join(' ')}`)
  const inherited = ENVIRONMENT.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value] as const]
  })
  const started = performance.now()
  const child = spawn(command, args, {
    cwd,
    stdio: 'inherit',
    env: { ...Object.fromEntries(inherited), ...env },
  })
  const succeeded = await new Promise<boolean>((resolve) => {
    child.on('error', () => resolve(false)).on('close', (code) => resolve(code === 0))
  })
  return { succeeded, seconds: (performance.now() - started) / 1000 }
}

/**
 * The tests of features in which another major of PostgreSQL could differ: the schema, what `/rest/v1` reads of it, search, claims, and
 * filters of requests.
 */
const EACH_MAJOR = [
  'tests/database/articles',
  'server/supabase/rest/catalog/',
  'core/data/search',
  'server/features/newsletter/send/concurrent-locks',
  'tests/contract/filters',
]
/** All tests of the database except those that need a superuser. */
const DATABASE_TESTS = [
  ...globSync('tests/database/*.test.ts', { cwd: ROOT }).filter(
    (file) => !/full-text-search|schema|\.long\./.test(file),
  ),
  ...['tests/rls/', 'core/data/search', 'core/data/authors'],
]
/** Without the largest articles, which take half a minute: the oldest major and the embedded server read them. */
const SHORTER_DATABASE_TESTS = DATABASE_TESTS.filter((file) => !file.includes('hostile-articles'))

/**
 * Majors of PostgreSQL and locale providers that are supported beside the embedded server, which is 18, and the tests that run on each of
 * them before a release. One is prepared like a project of hosted Supabase.
 */
const POSTGRES_SERVERS: Record<string, string[]> = {
  '15 icu': [
    ...DATABASE_TESTS,
    ...['tests/contract/calls', 'tests/contract/filters', 'tests/contract/auth-users'],
    'server/features/newsletter/send/concurrent-locks',
    ...['server/features/newsroom/feeds/', 'server/features/newsroom/groups/'],
  ],
  '16 libc': SHORTER_DATABASE_TESTS,
  '17 builtin supabase': [
    ...SHORTER_DATABASE_TESTS,
    'tests/contract/',
    'server/features/newsletter/send/concurrent-locks',
  ],
}

interface Lane {
  checksTypes: boolean
  /** The projects of `vitest.config.ts`. */
  projects: string[]
  servers: Record<string, string[]>
  /** The end-to-end tests that are run. */
  journeys: RegExp | null
}

/** The names of files decide the lane: `.long.test.ts` and `.long.spec.ts` are in the second one. */
export const LANES: Record<'main' | 'long' | 'majors', Lane> = {
  main: {
    checksTypes: true,
    projects: ['main', 'screens'],
    servers: {},
    journeys: /(?<!\.long)\.spec\.ts$/,
  },
  long: {
    checksTypes: false,
    projects: ['long'],
    servers: Object.fromEntries(Object.keys(POSTGRES_SERVERS).map((server) => [server, EACH_MAJOR])),
    journeys: /\.long\.spec\.ts$/,
  },
  majors: { checksTypes: false, projects: [], servers: POSTGRES_SERVERS, journeys: null },
}

/** Runs all steps of a lane, one after the other. */
export async function runLane(name: keyof typeof LANES, reports: string): Promise<Step[]> {
  const { checksTypes, projects, servers, journeys } = LANES[name]
  const steps: Step[] = []
  if (checksTypes) {
    const { succeeded, seconds } = await runCommand('npm', ['run', '--silent', 'check'])
    steps.push({ name: 'types and lint', seconds, outcome: outcomeOf(succeeded) })
  }
  if (projects.length > 0) steps.push(await runTests(projects, join(reports, `${name}-tests.json`)))
  for (const [server, files] of Object.entries(servers)) {
    const report = join(reports, `postgres-${server}.json`)
    const { seconds, outcome } = await runTests(['main'], report, files, { TEST_POSTGRES: server })
    steps.push({ name: `tests on PostgreSQL ${server}`, seconds, outcome })
  }
  const hasJourneys = globSync('tests/e2e/**/*.spec.ts', { cwd: ROOT }).some((file) => journeys?.test(file))
  if (journeys && hasJourneys) steps.push(await runJourneys(name, [journeys.source], reports))
  return steps
}

/** Runs every test except the journeys, and with `files` those of these files only. */
export async function runTests(
  projects: readonly string[],
  report: string,
  files: string[] = [],
  env: Record<string, string> = {},
): Promise<Step> {
  const { succeeded, seconds } = await runCommand(
    'vitest',
    [
      'run',
      ...projects.map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...files,
    ],
    { env },
  )
  return { name: 'tests', seconds, outcome: readVitestReport(await readJson(report), succeeded, ROOT) }
}

/** Traces of failures are in `test-results/<lane>` until the lane runs again. */
export async function runJourneys(lane: string, filters: string[], reports: string): Promise<Step> {
  const report = join(reports, `${lane}-journeys.json`)
  const { succeeded, seconds } = await runCommand(
    'playwright',
    ['test', '--reporter=list,json', `--output=test-results/${lane}`, ...filters],
    { env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report, E2E_DATA_DIR: join(reports, `${lane}-journeys-data`) } },
  )
  return { name: 'journeys', seconds, outcome: readPlaywrightReport(await readJson(report), succeeded) }
}

async function readJson<Report>(file: string): Promise<Report | null> {
  return readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Report,
    () => null,
  )
}
