import { spawn } from 'node:child_process'
import { cp, mkdir, readdir, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { hashSources } from '#server/build/builds.ts'
import { ROOT } from '#server/platform/root.ts'
import { type Checkout, copyCheckout } from '../support/copy-checkout.ts'
import { type MainProcess, runMain, temporaryDataDir } from './run-main.ts'

const BUILDING = /Building the site/
const HEALTHY = "c.json({ status: 'ok' })"
/** A file for browsers, whose part is built first: a fault there is found soonest. */
const ICONS = 'app/components/ui/icons.tsx'
const breakIcons = () => checkout.edit(ICONS, "CIRCLE = '", 'CIRCLE = ')

let checkout: Checkout
let running: { main: MainProcess; remove(): Promise<void> }[]

beforeEach(async () => {
  checkout = await copyCheckout()
  running = []
})

afterEach(async () => {
  for (const { main, remove } of running) {
    await main.stop()
    await remove()
  }
  await checkout.remove()
})

function start(): MainProcess {
  const dataDir = temporaryDataDir()
  const env = { DATA_DIR: dataDir.path, PORT: '0', DEMO: '0', ADMIN_PASSWORD: 'a long password' }
  const main = runMain(env, { root: checkout.path })
  running.push({ main, remove: dataDir.remove })
  return main
}

async function addressOf(main: MainProcess): Promise<string> {
  return main.address()
}

async function read(url: string): Promise<{ status: number; text: string }> {
  const response = await fetch(url)
  return { status: response.status, text: await response.text() }
}

/** Every hashed file that a page refers to. */
async function assetsOf(url: string): Promise<string[]> {
  const { text } = await read(`${url}/about`)
  return [...new Set(text.match(/\/assets\/[\w.-]+/g) ?? [])]
}

const inBuild = (...names: string[]) => join(checkout.path, 'build', ...names)

/** A folder below `build`, last used before so many hours. */
async function addFolder(name: string, hoursAgo: number): Promise<void> {
  await mkdir(inBuild(name, 'server'), { recursive: true })
  const used = new Date(Date.now() - hoursAgo * 3_600_000)
  await utimes(inBuild(name), used, used)
}

test('a start uses the build of its sources, makes one when they have changed, and falls back on the last', {
  timeout: 600_000,
}, async () => {
  const made = hashSources(checkout.path)
  await cp(join(ROOT, 'build', made), inBuild(made), { recursive: true })
  const first = start()
  const old = await addressOf(first)
  expect(first.output()).not.toMatch(BUILDING)
  const assets = await assetsOf(old)
  expect(assets.length).toBeGreaterThan(5)

  for (const hours of [1, 4, 5, 6]) await addFolder(`${hours}`.repeat(16), hours)
  await addFolder('partial-abcd', 4)
  await checkout.edit('app/pages/page-text.tsx', '<article', '<article data-edition="second"')
  await checkout.edit(
    'server/platform/http/health.ts',
    HEALTHY,
    "c.json({ status: c.req.query('break') ? render() : 'better' })",
  )
  await checkout.edit(
    'server/platform/http/health.ts',
    'import ',
    "import { render } from './broken.tsx'\nimport ",
  )
  await writeFile(
    join(checkout.path, 'server/platform/http/broken.tsx'),
    [
      "import { renderToStaticMarkup } from 'react-dom/server'",
      "function Broken(): never { throw new Error('broken on purpose') }",
      'export const render = () => renderToStaticMarkup(<Broken />)',
    ].join('\n'),
  )
  // Both build, and the one that comes second uses the build of the other.
  const [second, third] = [start(), start()]
  const next = await addressOf(second)
  expect((await read(`${await addressOf(third)}/healthz`)).text).toBe('{"status":"better"}')
  expect(second.output()).toMatch(BUILDING)
  const changed = hashSources(checkout.path)
  expect((await readdir(inBuild())).sort()).toEqual([made, changed, '1'.repeat(16)].sort())
  expect((await read(`${next}/about`)).text).toContain('data-edition="second"')
  expect(await assetsOf(next)).not.toEqual(assets)

  // The process of the previous build still serves its own files.
  for (const asset of assets) expect((await read(old + asset)).status, asset).toBe(200)
  expect((await read(`${old}/healthz`)).text).toBe('{"status":"ok"}')

  // The server may contain JSX; a stack names lines of the sources, and is not sent, and neither are source maps.
  const broken = await read(`${next}/healthz?break=1`)
  expect(broken.status).toBe(500)
  expect(broken.text).not.toMatch(/tsx|broken|\n {4}at /)
  await Promise.race(
    [second, third].map((main) =>
      main.printed(/Error: broken on purpose\\n +at .*\/server\/platform\/http\/broken\.tsx:2:/),
    ),
  )
  const server = await readdir(inBuild(changed, 'server'), { recursive: true })
  const maps = server.filter((name) => name.endsWith('.map'))
  expect(maps).toContain('index.js.map')
  const client = await readdir(inBuild(changed, 'client'), { recursive: true })
  expect(client.filter((name) => /\.map\b|\.tsx?$/.test(name))).toEqual([])
  for (const name of [
    ...maps,
    'index.js',
    '../server/index.js.map',
    `build/${changed}/server/index.js.map`,
  ]) {
    for (const path of [`/${name}`, `/server/${name}`, `/client/%2e%2e/server/${name}`])
      expect((await read(next + path)).status, path).toBe(404)
  }

  await breakIcons()
  const failed = start()
  const last = await addressOf(failed)
  expect(failed.output()).toMatch(
    /^The site could not be built \(.*icons\.tsx.*\)\. The last good build.*is served instead\.$/m,
  )
  expect((await read(`${last}/healthz`)).text).toBe('{"status":"better"}')
})

test('an installation and a start without a working build say what is wrong, and only the start fails', async () => {
  await breakIcons()
  const prepare = spawn('npm', ['run', 'prepare'], { cwd: checkout.path })
  let said = ''
  for (const stream of [prepare.stdout, prepare.stderr]) stream.on('data', (text) => (said += text))
  expect(await new Promise((resolve) => prepare.on('close', resolve))).toBe(0)
  expect(said).toContain(`${ICONS}:`)
  expect(said).toMatch(/npm start tries to build the site again\.\n$/)

  const main = start()
  expect(await main.ended).toBe(1)
  expect(main.output()).toMatch(/^AI Watch cannot start\. The site could not be built:/m)
  expect(main.output()).toContain(`${ICONS}:`)
  expect(await readdir(inBuild()).catch(() => [])).toEqual([])
})
