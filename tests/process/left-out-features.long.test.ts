import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { cp, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROOT } from '#server/platform/root.ts'
import { type Checkout, copyCheckout } from '../support/copy-checkout.ts'
import { OPTIONAL_FEATURES } from '../support/optional-features.ts'

const LIST = 'server/features.ts'
const TESTS = '{{app,core,server,scripts}/**/*.{test,spec}.{ts,tsx},{tests,bench}/**/*.{ts,tsx}}'
const IMPORTS = /(?:from|import\() ?'([#.][^']+)'/g

/** Of the whole program: its structure, its jobs, and a site that answers. */
const FAST_TESTS = [
  'tests/imports.test.ts',
  'server/platform/http/health.test.ts',
  'server/platform/queue/job-queue.test.ts',
  'app/routes/feeds/robots.test.ts',
]

let checkout: Checkout

beforeAll(async () => {
  const files = ['.gitignore', 'biome.json', 'budget.json', 'playwright.config.ts', 'vitest.config.ts']
  checkout = await copyCheckout(['bench', 'tests', ...files])
  await run('react-router', 'typegen')
})
afterAll(() => checkout?.remove())

/** Runs a program of the packages in the copy. */
async function run(program: string, ...args: string[]): Promise<void> {
  const options = { cwd: checkout.path, maxBuffer: 64 * 1024 ** 2 }
  const failure = await promisify(execFile)(join(ROOT, 'node_modules/.bin', program), args, options).then(
    () => '',
    ({ stdout, stderr }) => `${program} ${args.join(' ')}\n${stdout}${stderr}`,
  )
  expect(failure).toBe('')
}

/** Checks all types; what the last run has found of files that are the same is used again. */
const checkTypes = () => run('tsc', '--noEmit', '--incremental', '--tsBuildInfoFile', 'types.json')

/** Deletes a feature: its folder, its line in the list, and the tests that import it. */
async function leaveOut(feature: string): Promise<string[]> {
  const gone = testsOf(`server/features/${feature}/`)
  for (const path of [`server/features/${feature}`, ...gone])
    await rm(join(checkout.path, path), { recursive: true })
  const list = join(checkout.path, LIST)
  const lines = (await readFile(list, 'utf8')).split('\n')
  const name = `${feature}Feature`
  await writeFile(
    list,
    lines.filter((line) => !line.includes(`/${feature}/feature.ts`) && line.trim() !== `${name},`).join('\n'),
  )
  return gone
}

/** The tests outside of a folder that import from it, also by what helps tests. */
function testsOf(folder: string): string[] {
  const files = globSync(TESTS, { cwd: checkout.path }).filter((file) => !file.startsWith(folder))
  const imports = new Map(files.map((file) => [file, importsOf(file)]))
  const gone = new Set<string>()
  let found = -1
  while (gone.size > found) {
    found = gone.size
    for (const [file, to] of imports)
      if (to.some((path) => path.startsWith(folder) || gone.has(path))) gone.add(file)
  }
  return [...gone]
}

const importsOf = (file: string): string[] =>
  [...readFileSync(join(checkout.path, file), 'utf8').matchAll(IMPORTS)].map(([, path = '']) =>
    path.startsWith('#') ? path.slice(1) : join(dirname(file), path),
  )

test.each(OPTIONAL_FEATURES)(
  '%s: without its folder and its line the types hold',
  async (feature) => {
    const gone = await leaveOut(feature)
    try {
      await checkTypes()
    } finally {
      for (const path of [LIST, `server/features/${feature}`, ...gone])
        await cp(join(ROOT, path), join(checkout.path, path), { recursive: true })
    }
  },
  3_600_000,
)

test('without all of them the types and rules hold, and the site is served', async () => {
  for (const feature of OPTIONAL_FEATURES) await leaveOut(feature)
  await checkTypes()
  await run('biome', 'lint', '--diagnostic-level=error', 'app', 'core', 'server', 'scripts', 'tests', 'bench')
  await run('vitest', 'run', '--project=main', ...FAST_TESTS)
}, 3_600_000)
