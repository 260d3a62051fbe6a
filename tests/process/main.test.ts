import { readdir } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '#server/database/connection.ts'
import { startEmbeddedPostgres } from '#server/database/embedded/start-embedded-postgres.ts'
import { freePort, type MainProcess, runMain, temporaryDataDir } from './run-main.ts'

const STARTED = /AI Watch {3}(http:\S+)/

let dataDir: ReturnType<typeof temporaryDataDir>
let running: MainProcess[]

beforeEach(() => {
  dataDir = temporaryDataDir()
  running = []
})

afterEach(async () => {
  for (const { child, ended } of running) {
    child.kill('SIGTERM')
    await ended
  }
  await dataDir.remove()
})

function start(env: Record<string, string> = {}): MainProcess {
  const main = runMain({
    DATA_DIR: dataDir.path,
    PORT: '0',
    DEMO: '0',
    ADMIN_PASSWORD: 'a long password',
    ...env,
  })
  running.push(main)
  return main
}

/** Every refusal is one line with the cause, exit code 1 and no stack. */
async function expectRefusal(main: MainProcess, cause: RegExp): Promise<void> {
  expect(await main.ended).toBe(1)
  const lines = main.output().trim().split('\n')
  expect(lines.at(-1)).toMatch(/^AI Watch cannot start\. /)
  expect(lines.at(-1)).toMatch(cause)
  expect(main.output()).not.toMatch(/^\s+at /m)
}

describe('a start', () => {
  test('prints the address, the admin address, the first password once, and where mail goes', async () => {
    const first = start({ ADMIN_PASSWORD: '' })
    const [, url] = await first.printed(STARTED)
    await first.printed(/Only this machine can open it/)
    expect(first.output()).toContain(`Admin      ${url}/admin`)
    expect(first.output()).toMatch(/admin@example\.com {2}password: \w{20}/)
    expect(first.output()).toMatch(/Mail goes {2}to the outbox/)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    first.child.kill('SIGTERM')
    expect(await first.ended).toBe(0)

    const second = start({ ADMIN_PASSWORD: '' })
    await second.printed(STARTED)
    expect(second.output()).not.toContain('password')
  })

  test('fills an empty database with the demo newsroom, and only then', async () => {
    const first = start({ DEMO: '1' })
    await first.printed(/Demo newsroom: \d+ articles loaded/)
    await first.printed(STARTED)
    first.child.kill('SIGTERM')
    await first.ended
    const second = start({ DEMO: '1' })
    await second.printed(STARTED)
    expect(second.output()).not.toContain('Demo newsroom')
  })
})

describe('an end', () => {
  test('by SIGTERM stops the listener and PostgreSQL in order', async () => {
    const main = start()
    const [, url] = await main.printed(STARTED)
    main.child.kill('SIGTERM')
    expect(await main.ended).toBe(0)
    expect(main.output()).toMatch(/Stopping \(SIGTERM\)[\s\S]*Stopped\./)
    await expect(fetch(`${url}/healthz`)).rejects.toThrow()
    expect(await readdir(`${dataDir.path}/postgres`)).not.toContain('postmaster.pid')
  })

  test('by kill -9 loses no acknowledged write and does not stop the next start', async () => {
    const main = start()
    const [, url] = await main.printed(STARTED)
    const { subscribed } = await subscribeAt(url as string)
    main.child.kill('SIGKILL')
    expect(await main.ended).toBe('SIGKILL')

    const next = start()
    await next.printed(STARTED)
    next.child.kill('SIGTERM')
    await next.ended

    const server = await startEmbeddedPostgres({ dataDir: dataDir.path })
    const sql = connect(server.connection)
    const rows = await sql`select email from public.newsletter_subscribers`
    await sql.end()
    await server.stop()
    expect(rows.map((row) => row.email)).toEqual([subscribed])
  })
})

describe('bad input', () => {
  test('a second process on the same folder is refused and the first goes on', async () => {
    const first = start()
    const [, url] = await first.printed(STARTED)
    await expectRefusal(start(), /already running/)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  })

  test('a port in use is named', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as AddressInfo
    await expectRefusal(start({ PORT: String(port) }), new RegExp(`PORT: ${port} .*already in use`))
    other.close()
  })

  test('a value that cannot be used names its variable', async () => {
    await expectRefusal(start({ PORT: 'eighty' }), /PORT: must be a number/)
    await expectRefusal(start({ SITE_URL: 'example.org' }), /SITE_URL: /)
  })

  test('an unreachable DATABASE_URL gives one line without its password, and no embedded server', async () => {
    const port = await freePort()
    const main = start({ DATABASE_URL: `postgres://someone:hunter2@127.0.0.1:${port}/paper` })
    await expectRefusal(
      main,
      new RegExp(`DATABASE_URL: no PostgreSQL answers at 127\\.0\\.0\\.1:${port}/paper`),
    )
    expect(main.output()).not.toContain('hunter2')
    expect(await readdir(dataDir.path)).not.toContain('postgres')
  })
})

/** Signs somebody up through the public data path; the publishable key is what the page gives every browser. */
async function subscribeAt(url: string): Promise<{ subscribed: string }> {
  const page = await (await fetch(url)).text()
  const [key] = /sb_publishable_[\w-]+/.exec(page) ?? ['']
  const subscribed = 'ada@example.org'
  const response = await fetch(`${url}/rest/v1/rpc/subscribe_newsletter`, {
    method: 'POST',
    headers: { apikey: key, 'content-type': 'application/json' },
    body: JSON.stringify({ p_email: subscribed }),
  })
  expect(response.status).toBe(200)
  return { subscribed }
}
