import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Checkout, copyCheckout } from '../support/copy-checkout.ts'
import { type MainProcess, runMain, temporaryDataDir } from './run-main.ts'

const STARTED = /AI Watch {3}(http:\S+)/
const BUILDING = /Building the site/g
const HEALTHY = "c.json({ status: 'ok' })"

let checkout: Checkout
let running: { main: MainProcess; remove(): Promise<void> }[]

beforeEach(async () => {
  checkout = await copyCheckout()
  running = []
})

afterEach(async () => {
  for (const { main, remove } of running) {
    main.child.kill('SIGTERM')
    await main.ended
    await remove()
  }
  await checkout.remove()
})

function start(mainArguments: string[] = []): MainProcess {
  const dataDir = temporaryDataDir()
  const env = { DATA_DIR: dataDir.path, PORT: '0', DEMO: '0', ADMIN_PASSWORD: 'a long password' }
  const main = runMain(env, { root: checkout.path, mainArguments })
  running.push({ main, remove: dataDir.remove })
  return main
}

async function addressOf(main: MainProcess): Promise<string> {
  return (await main.printed(STARTED))[1] ?? ''
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

const builds = async () =>
  (await readdir(join(checkout.path, 'build'))).filter((name) => /^[0-9a-f]{16}$/.test(name))

test('a running site keeps its own build while others are made, even when one fails', {
  timeout: 300_000,
}, async () => {
  const [one, two] = [start(), start()]
  const old = await addressOf(one)
  await addressOf(two)
  // Of two processes that start at once, one builds.
  expect(`${one.output()}${two.output()}`.match(BUILDING)).toHaveLength(1)
  const assets = await assetsOf(old)
  expect(assets.length).toBeGreaterThan(5)

  await checkout.edit('server/http/health.ts', HEALTHY, "c.json({ status: 'better' })")
  await checkout.edit('app/routes/site/legal-text.tsx', '<article', '<article data-edition="second"')
  const next = await addressOf(start())
  expect((await read(`${next}/healthz`)).text).toBe('{"status":"better"}')
  expect((await read(`${next}/about`)).text).toContain('data-edition="second"')
  expect(await assetsOf(next)).not.toEqual(assets)
  expect(await builds()).toHaveLength(2)
  for (const asset of assets) expect((await read(old + asset)).status, asset).toBe(200)
  expect((await read(`${old}/healthz`)).text).toBe('{"status":"ok"}')

  await checkout.edit('server/http/health.ts', "{ status: 'better' }", "{ status: 'bet }")
  const failed = start()
  const last = await addressOf(failed)
  expect(failed.output()).toMatch(
    /^The site could not be built \(.*health\.ts.*\)\. The last good build.*is served instead\.$/m,
  )
  expect((await read(`${last}/healthz`)).text).toBe('{"status":"better"}')
  expect(await builds()).toHaveLength(2)
})

test('a start without a working build says what is wrong', async () => {
  await checkout.edit('server/http/health.ts', HEALTHY, "c.json({ status: 'o })")
  const main = start()
  expect(await main.ended).toBe(1)
  expect(main.output()).toMatch(/^AI Watch cannot start\. The site could not be built:/m)
  expect(main.output()).toContain('server/http/health.ts:')
})

test('the server may contain JSX, stacks name source lines, and neither these nor source maps are served', async () => {
  await writeFile(
    join(checkout.path, 'server/http/broken.tsx'),
    [
      "import { renderToStaticMarkup } from 'react-dom/server'",
      "function Broken(): never { throw new Error('broken on purpose') }",
      'export const render = () => renderToStaticMarkup(<Broken />)',
    ].join('\n'),
  )
  await checkout.edit('server/http/health.ts', 'import ', "import { render } from './broken.tsx'\nimport ")
  await checkout.edit('server/http/health.ts', "'ok'", 'render()')
  const main = start()
  const url = await addressOf(main)
  const { status, text } = await read(`${url}/healthz`)
  expect(status).toBe(500)
  expect(text).not.toMatch(/tsx|broken|\n {4}at /)
  await main.printed(/Error: broken on purpose\n +at .*\/server\/http\/broken\.tsx:2:/)

  const [build = ''] = await builds()
  const server = await readdir(join(checkout.path, 'build', build, 'server'), { recursive: true })
  const maps = server.filter((name) => name.endsWith('.map'))
  expect(maps).toContain('index.js.map')
  const client = await readdir(join(checkout.path, 'build', build, 'client'), { recursive: true })
  expect(client.filter((name) => /\.map\b|\.tsx?$/.test(name))).toEqual([])
  for (const name of [...maps, 'index.js', '../server/index.js.map', `build/${build}/server/index.js.map`]) {
    for (const path of [`/${name}`, `/server/${name}`, `/client/%2e%2e/server/${name}`])
      expect((await read(url + path)).status, path).toBe(404)
  }
})
