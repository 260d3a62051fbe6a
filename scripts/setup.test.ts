import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedDemo } from '#server/features/demo/seed-demo.ts'
import { startTestApp, type TestApp } from '../tests/support/app.ts'
import { createTemporaryFolder } from '../tests/support/temporary-folder.ts'

const run = promisify(execFile)
const folder = createTemporaryFolder('setup')
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** The command, with the database of the site that runs. */
async function setup(...args: string[]): Promise<{ code: number; out: string; said: string }> {
  const { PATH = '', HOME = '' } = process.env
  const DATABASE_URL = databaseUrl()
  const env = { PATH, HOME, DATABASE_URL, DATA_DIR: join(folder, 'data') }
  const command = run(process.execPath, [join(import.meta.dirname, 'setup.ts'), ...args], {
    env,
    cwd: folder,
  })
  return command.then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, said: stderr }),
    ({ code, stdout, stderr }) => ({ code, out: stdout, said: stderr }),
  )
}

function databaseUrl(): string {
  const { address } = app.database
  if (typeof address === 'string') return address
  const { host, port, user, database } = address
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}

async function write(name: string, file: unknown): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, typeof file === 'string' ? file : JSON.stringify(file))
  return path
}

test('a site that runs becomes what the file says within a second, without its demo', async () => {
  await seedDemo(app.service())
  expect(await (await fetch(`${app.url}/`)).text()).toContain('<title>AI Watch')
  const file = await write('site.json', {
    site_name: 'Le Monde Vert',
    categories: [{ slug: 'news' }, { slug: 'climate', names: { en: 'Climate' } }],
    retired: { opinion: 'news', business: 'news', tech: 'climate', hack: 'climate' },
  })
  const first = await setup('--file', file, '--without-demo')
  expect(first).toMatchObject({ code: 0, said: '' })
  expect(first.out).toContain(
    'Removed the demo: 91 articles of 26 stories, 0 pictures, 0 newsletters, 0 settings.',
  )
  expect(first.out).toContain('Changed: site_name.')
  const page = async () => (await fetch(`${app.url}/`)).text()
  await expect.poll(page, { timeout: 1_000 }).toContain('<title>Le Monde Vert')
  expect(await page()).not.toContain('/article/')
  expect((await fetch(`${app.url}/tech`, { redirect: 'manual' })).status).toBe(301)

  expect((await setup('--file', file)).out).toBe(
    'Nothing to change: the publication is what the file says.\n',
  )
  const printed = await setup('--print')
  expect(JSON.parse(printed.out)).toMatchObject({ site_name: 'Le Monde Vert', retired: { tech: 'climate' } })
  expect((await setup('--file', await write('printed.json', printed.out))).out).toContain('Nothing to change')
})

test.each<[string, unknown, string]>([
  ['an unknown key', { name: 'A' }, 'name: Is not known'],
  ['what only the database knows', { categories: [{ slug: 'news' }] }, 'retired.'],
  ['no JSON', '{', 'Is not JSON'],
  ['more than a megabyte', ' '.repeat(1_048_577), 'has more than 1048576 bytes'],
])('a file with %s changes nothing, and says why', async (_, content, reason) => {
  const before = await setup('--print')
  const { code, out, said } = await setup('--file', await write('bad.json', content))
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(said).toContain(reason)
  expect((await setup('--print')).out).toBe(before.out)
})

test.each([[], ['--file'], ['--fil', 'x'], ['--print', '--without-demo'], ['site.json']])(
  'without a task that is clear, it says what there is: %j',
  async (...args) => {
    expect(await setup(...args)).toMatchObject({ code: 1, said: expect.stringContaining('Usage:') })
  },
)

test('it writes the schema without a database', async () => {
  const { code, out } = await setup('--schema')
  expect([code, JSON.parse(out).additionalProperties]).toEqual([0, false])
})
