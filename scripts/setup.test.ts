import { execFile } from 'node:child_process'
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { seedDemo } from '#server/features/demo/seed-demo.ts'
import { startTestApp, type TestApp } from '../tests/support/app.ts'
import { createTemporaryFolder } from '../tests/support/temporary-folder.ts'
import { runCommand } from './command-line.ts'
import { setUp } from './setup.ts'

const run = promisify(execFile)
const folder = createTemporaryFolder('setup')
let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

interface Outcome {
  code: number
  out: string
  said: string
}

const variables = () => ({ DATABASE_URL: app.database.url, DATA_DIR: join(folder, 'data') })

/** Runs the command in its own process, with the database of the running site. */
async function setup(...args: string[]): Promise<Outcome> {
  const out: string[] = []
  const said: string[] = []
  for (const [name, value] of Object.entries(variables())) vi.stubEnv(name, value)
  vi.spyOn(console, 'log').mockImplementation((line) => void out.push(`${line}\n`))
  vi.spyOn(console, 'error').mockImplementation((line) => void said.push(`${line}\n`))
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => out.push(String(text)) > 0)
  const { exitCode } = process
  process.exitCode = 0
  await runCommand(() => setUp(args))
  const code = process.exitCode
  process.exitCode = exitCode
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  return { code, out: out.join(''), said: said.join('') }
}

async function runSetup(args: string[], variables: Record<string, string>): Promise<Outcome> {
  const { PATH = '', HOME = '' } = process.env
  const env = { PATH, HOME, ...variables }
  const command = run(process.execPath, [join(import.meta.dirname, 'setup.ts'), ...args], {
    env,
    cwd: folder,
  })
  return command.then(
    ({ stdout, stderr }) => ({ code: 0, out: stdout, said: stderr }),
    ({ code, stdout, stderr }) => ({ code, out: stdout, said: stderr }),
  )
}

async function write(name: string, file: unknown): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, typeof file === 'string' ? file : JSON.stringify(file))
  return path
}

test('a site that runs becomes what the file says, without its demo', async () => {
  await seedDemo(app.database.sql)
  expect(await (await fetch(`${app.url}/`)).text()).toContain('<title>AI Watch')
  const file = await write('site.json', {
    site_name: 'Le Monde Vert',
    categories: [{ slug: 'news' }, { slug: 'climate', names: { en: 'Climate' } }],
    retired: { opinion: 'news', business: 'news', tech: 'climate', hack: 'climate' },
  })
  const first = await runSetup(['--file', file, '--without-demo'], variables())
  expect(first).toMatchObject({ code: 0, said: '' })
  expect(first.out).toContain(
    'Removed the demo: 91 articles of 26 stories, 0 pictures, 0 newsletters, 3 settings.',
  )
  expect(first.out).toContain('Changed: site_name.')
  const page = async () => (await fetch(`${app.url}/`)).text()
  await expect.poll(page, { timeout: 30_000 }).toContain('<title>Le Monde Vert')
  expect(await page()).not.toContain('href="/article/')
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
  ['a key that is there twice', '{"accent": "#000000", "accent": "#ffffff"}', '  accent: Is there twice\n'],
  ['a key for the terminal', { words: { 'a\u001B[2J\u202E\n': 5 } }, '  words.a\uFFFD[2J\uFFFD\uFFFD: '],
  [
    'five hundred keys',
    Object.fromEntries(Array.from({ length: 500 }, (_, key) => [`k${key}`, 1])),
    '  k99: Is not known\n  and 400 more\n',
  ],
  ['no JSON', '{', 'Is not JSON'],
  ['more than a megabyte', ' '.repeat(1_048_577), 'has more than 1048576 bytes'],
])('a file with %s changes nothing, and says why', async (_, content, reason) => {
  const before = await setup('--print')
  const { code, out, said } = await setup('--file', await write('bad.json', content))
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(said).toContain(reason)
  expect((await setup('--print')).out).toBe(before.out)
})

const svg = (more = '<path fill="#0a2a66" d="M0 0h90v90z"/>', width = 90) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 90">${more}</svg>`

test('pictures and pages lie beside the file, and a folder takes the paper to an empty machine', async () => {
  await mkdir(join(folder, 'paper/look'), { recursive: true })
  await write('paper/look/logo.svg', svg(undefined, 270))
  const black = { create: { width: 300, height: 100, channels: 4, background: '#0000' } } as const
  const webp = await sharp(black)
    .composite([{ input: Buffer.from(svg()) }])
    .webp()
    .toBuffer()
  await writeFile(join(folder, 'paper/dark.webp'), webp)
  await write('paper/icon.svg', svg('<circle r="9" onclick="alert(1)"/><script>alert(1)</script>'))
  await write('paper/imprint.en.md', '# Who we are\n')
  const file = await write('paper/site.json', {
    site_name: 'Le Monde Vert',
    logo: { light: './look/logo.svg', dark: 'dark.webp', named: true },
    icon: './icon.svg',
    pages: { imprint: { listed: 1, en: { title: 'Imprint', file: './imprint.en.md' } } },
  })
  expect(await setup('--file', file)).toMatchObject({ code: 0, said: '' })
  const stored = () => app.database.sql`select name from private.look_files order by name`
  const before = await stored()
  expect(before).toHaveLength(3)
  expect((await setup('--file', file)).out).toContain('Nothing to change')
  expect(await stored()).toEqual(before)
  const page = await (await fetch(`${app.url}/`)).text()
  const [, icon = ''] = /"(\/favicon\.svg[^"]*)"/.exec(page) ?? []
  expect(await (await fetch(app.url + icon)).text()).not.toContain('alert')
  expect(await (await fetch(`${app.url}/imprint`)).text()).toContain('Who we are')

  const into = join(folder, 'printed')
  expect(await setup('--print', '--into', into)).toMatchObject({ code: 0 })
  const names = ['icon.svg', 'imprint.en.md', 'logo-dark.webp', 'logo.svg', 'site.json']
  expect(await readdir(into)).toEqual(names)
  expect((await setup('--file', join(into, 'site.json'))).out).toContain('Nothing to change')
  expect((await setup('--file', await write('here.json', (await setup('--print')).out))).out).toContain(
    'Nothing to change',
  )

  const fresh = { DATA_DIR: join(createTemporaryFolder('setup-fresh'), 'data'), DEMO: '0' }
  expect(await runSetup(['--file', join(into, 'site.json')], fresh)).toMatchObject({ code: 0, said: '' })
  const again = join(folder, 'again')
  expect(await runSetup(['--print', '--into', again], fresh)).toMatchObject({ code: 0 })
  for (const name of names.filter((one) => !one.endsWith('.webp')))
    expect(await readFile(join(again, name), 'utf8'), name).toBe(await readFile(join(into, name), 'utf8'))
  expect((await runSetup(['--file', join(into, 'site.json')], fresh)).out).toContain('Nothing to change')
}, 120_000)

test('files that cannot be used are all named with their path, and nothing changes', async () => {
  const before = await setup('--print')
  await mkdir(join(folder, 'bad/inner'), { recursive: true })
  await writeFile(join(folder, 'bad/large.svg'), Buffer.alloc(20 * 1024 * 1024, ' '))
  const pixel = { create: { width: 1, height: 1, channels: 3, background: '#000' } } as const
  await writeFile(join(folder, 'bad/pixel.png'), await sharp(pixel).png().toBuffer())
  await write('secret.md', 'secret')
  await symlink('../secret.md', join(folder, 'bad/link.md'))
  await symlink('..', join(folder, 'bad/above'))
  await writeFile(join(folder, 'bad/binary.md'), Buffer.from([0xff, 0xfe, 0]))
  const textIn = (file: string) => ({ title: 'A', file })
  const file = await write('bad/site.json', {
    site_name: '',
    logo: { light: './large.svg', dark: './pixel.png' },
    icon: './missing.svg',
    words: { 'newsletter.hero.titel': { en: 'A' } },
    pages: {
      a: { en: textIn('link.md'), fr: textIn('inner'), de: textIn('above/secret.md'), it: textIn('.') },
      b: { en: textIn('binary.md'), fr: textIn('site.json/x') },
    },
  })
  const { code, said } = await setup('--file', file)
  expect([code, said.trim().split('\n').slice(1)]).toEqual([
    1,
    [
      '  site_name: Must not be empty',
      '  logo.light: ./large.svg has more than 1048576 bytes.',
      '  logo.dark: ./pixel.png is 1 × 1 pixels, which is too small: it needs at least 16 on each side.',
      '  icon: ./missing.svg is not there.',
      '  pages.a.en.file: link.md is a link. Name the file itself.',
      '  pages.a.fr.file: inner is a folder.',
      '  pages.a.de.file: above/secret.md is a link. Name the file itself.',
      '  pages.a.it.file: . is a folder.',
      '  pages.b.en.file: binary.md is no text in Markdown, or an empty one.',
      '  pages.b.fr.file: site.json/x is not there.',
      '  words.newsletter.hero.titel: Is no message',
    ],
  ])
  expect((await setup('--print')).out).toBe(before.out)
})

test.each([
  [],
  ['--file'],
  ['--fil', 'x'],
  ['--print', '--without-demo'],
  ['--into', 'x'],
  ['--print', '--into', ''],
  ['site.json'],
])('without a task that is clear, it says what there is: %j', async (...args) => {
  expect(await setup(...args)).toMatchObject({ code: 1, said: expect.stringContaining('Usage:') })
})

test('it writes the schema without a database', async () => {
  const { code, out } = await setup('--schema')
  expect([code, JSON.parse(out).additionalProperties]).toEqual([0, false])
})
