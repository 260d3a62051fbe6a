import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { connect } from '#server/platform/database/connection.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { connectTo } from '../support/raw-connection.ts'
import { TEST_SECRETS } from '../support/test-settings.ts'
import { prepareMains } from './prepare-mains.ts'

/** Makes a process throw an unhandled error at each SIGUSR2. */
const BREAKABLE = `--import=data:text/javascript,${encodeURIComponent(
  `let count = 0
  process.on('SIGUSR2', () => {
    count += 1
    if (count % 2) setImmediate(() => { throw new Error('broken by ' + count) })
    else void Promise.reject(new Error('broken by ' + count))
  })`,
)}`

const mains = prepareMains()
const { start } = mains
beforeEach(() => mains.begin())
afterEach(() => mains.end())

describe('the end of the process', () => {
  test.each([['SIGTERM'], ['SIGHUP'], ['SIGTERM', '--dev']] as const)(
    'by %s stops the listener and PostgreSQL in order, and says goodbye on WebSockets, so that clients come back',
    async (signal, ...mainArguments) => {
      const main = start({ SUPABASE_PUBLISHABLE_KEY: TEST_SECRETS.publishableKey }, { mainArguments })
      const url = await main.address()
      expect((await fetch(`${url}/about`)).status).toBe(200)
      for (const mode of mainArguments)
        expect([mode, (await fetch(`${url}/@vite/client`)).status]).toEqual(['--dev', 200])
      const address = `${url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${TEST_SECRETS.publishableKey}`
      const socket = new WebSocket(address)
      await new Promise((resolve) => socket.addEventListener('open', resolve))
      const closed = new Promise<CloseEvent>((resolve) => socket.addEventListener('close', resolve))

      main.child.kill(signal)
      expect((await closed).code).toBe(1001)
      expect(await main.ended).toBe(0)
      expect(main.output()).toMatch(new RegExp(`Stopping \\(${signal}\\)[\\s\\S]*Stopped\\.`))
      await expect(fetch(`${url}/healthz`)).rejects.toThrow()
      expect(await readdir(`${mains.dataDir}/postgres`)).not.toContain('postmaster.pid')
    },
  )

  test('closes idle connections at once, and lets a running request finish', async () => {
    const main = start()
    const url = await main.address()
    const [silent, kept, busy] = await Promise.all([connectTo(url), connectTo(url), connectTo(url)])
    kept.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
    await kept.receives(/"status":"ok"/)
    // The request runs as long as its body is incomplete.
    const form = 'email=nobody'
    busy.socket.write(
      `POST /subscribe HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n` +
        `Content-Length: ${form.length}\r\nExpect: 100-continue\r\n\r\n`,
    )
    await busy.receives(/100 Continue/)

    main.child.kill('SIGTERM')
    expect(await silent.ended).toBe('')
    expect(await kept.ended).toMatch(/"status":"ok"/)
    expect(main.output()).not.toContain('Stopped.')
    busy.socket.write(form)
    expect(await busy.ended).toMatch(/HTTP\/1\.1 400 Bad Request[\s\S]*connection: close/i)
    expect(await main.ended).toBe(0)
    expect(main.output()).toMatch(/Stopped\./)
  })

  test('after an unhandled error is in order too, and reports the first error', async () => {
    const main = start({}, { nodeArguments: [BREAKABLE] })
    const url = await main.address()
    const busy = await connectTo(url)
    busy.socket.write(
      'POST /subscribe HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nExpect: 100-continue\r\n\r\n',
    )
    await busy.receives(/100 Continue/)

    main.child.kill('SIGUSR2')
    await main.printed(/Stopping \(fatal error\)/)
    main.child.kill('SIGUSR2')
    await main.printed(/broken by 2/)
    busy.socket.write('x')
    expect(await busy.ended).toMatch(/connection: close/i)
    expect(await main.ended).toBe(1)
    expect(main.output()).toMatch(
      /"message":"Fatal error \(uncaughtException\)","error":"Error: broken by 1\\n {4}at [\s\S]*Stopping \(fatal error\)/,
    )
    expect(main.output()).toMatch(
      /"message":"Fatal error \(unhandledRejection\)","error":"Error: broken by 2\\n {4}at /,
    )
    expect(main.output().match(/broken by|Stopping|Stopped\./g)).toHaveLength(4)
    expect(await readdir(`${mains.dataDir}/postgres`)).not.toContain('postmaster.pid')
  })

  test('is not caused by a closed output stream', async () => {
    const main = start({ LOG_LEVEL: 'debug' })
    const url = await main.address()
    main.child.stdout?.destroy()
    main.child.stderr?.destroy()
    for (let n = 0; n < 3; n++) expect((await fetch(`${url}/healthz`)).status).toBe(200)
  })

  test('by kill -9 loses no acknowledged write and does not stop the next start', async () => {
    const main = start()
    const url = await main.address()
    const { subscribed } = await subscribeAt(url as string)
    main.child.kill('SIGKILL')
    expect(await main.ended).toBe('SIGKILL')

    const next = start()
    await next.address()
    await next.stop()

    const server = await startEmbeddedPostgres({ dataDir: mains.dataDir })
    const sql = connect(server.connection)
    const rows = await sql`select email from public.newsletter_subscribers`
    await sql.end()
    await server.stop()
    expect(rows.map((row) => row.email)).toEqual([subscribed])
  })
})

/** Signs an address up through the public API, with the publishable key that pages contain. */
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
