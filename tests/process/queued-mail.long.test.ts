import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { joinDatabase } from '#server/platform/database/open-database.ts'
import { type MailSink, startMailSink } from '../mocks/mail-sink.ts'
import { startResendServer } from '../mocks/resend-server.ts'
import { type MainProcess, runMain, temporaryDataDir } from './run-main.ts'

const EMAIL = 'ada@example.org'

let dataDir: ReturnType<typeof temporaryDataDir>
let sink: MailSink
let running: MainProcess[]

beforeEach(async () => {
  dataDir = temporaryDataDir()
  sink = await startMailSink()
  running = []
})

afterEach(async () => {
  for (const main of running) await main.stop()
  await sink.close()
  await dataDir.remove()
})

async function start(env: Record<string, string> = {}) {
  const settings = { DATA_DIR: dataDir.path, PORT: '0', DEMO: '0', ADMIN_PASSWORD: 'a long password' }
  const main = runMain({ ...settings, SMTP_URL: sink.url, ...env })
  running.push(main)
  const url = await main.address()
  return {
    url,
    main,
    /** Both steps of a sign-up; the response comes before the mail. */
    async signUp() {
      const apikey = JSON.parse(await readFile(join(dataDir.path, 'secrets.json'), 'utf8')).publishableKey
      const ask = async (path: string, body: unknown) => {
        const headers = { 'content-type': 'application/json', apikey }
        const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
        return response.json()
      }
      const { confirmation_token } = await ask('/rest/v1/rpc/subscribe_newsletter', { p_email: EMAIL })
      return ask('/functions/v1/send-confirmation-email', {
        email: EMAIL,
        confirmationToken: confirmation_token,
      })
    },
    async kill() {
      main.child.kill('SIGKILL')
      await main.ended
    },
    async stop() {
      expect(await main.stop()).toBe(0)
    },
  }
}

async function withDatabase<T>(
  work: (sql: Awaited<ReturnType<typeof joinDatabase>>['sql']) => Promise<T>,
): Promise<T> {
  const database = await joinDatabase({ dataDir: dataDir.path, databaseUrl: undefined })
  try {
    return await work(database.sql)
  } finally {
    await database.close()
  }
}

const statuses = () =>
  withDatabase(async (sql) => {
    const rows = await sql<{ status: string }[]>`select status from public.mail_deliveries`
    return rows.map(({ status }) => status)
  })

test('a mail during which the process is killed is not sent again, and is marked as uncertain', async () => {
  sink.behave({ kind: 'hang' })
  const first = await start()
  const taken = sink.nextMail()
  expect(await first.signUp()).toEqual({ success: true })
  await taken
  await first.kill()

  sink.behave({ kind: 'accept' })
  const second = await start()
  await second.main.printed(/is tried again: the process that worked on it has ended/)
  await expect.poll(statuses, { timeout: 30_000 }).toEqual(['uncertain'])
  await second.stop()
  expect(sink.mails).toHaveLength(1)
})

test('a mail before which the process is killed is sent once at the next start', async () => {
  const first = await start()
  await withDatabase((sql) =>
    sql.transaction(async (transaction) => {
      // The job creates the token of the link, and then waits.
      await transaction`lock table private.newsletter_confirmation_tokens in access exclusive mode`
      expect(await first.signUp()).toEqual({ success: true })
      await withDatabase((other) =>
        expect
          .poll(() => other`select name from private.job_runs`)
          .toEqual([{ name: 'send-confirmation-mail' }]),
      )
      await first.kill()
    }),
  )
  expect(sink.mails).toEqual([])

  const taken = sink.nextMail()
  const second = await start()
  await taken
  await expect.poll(statuses, { timeout: 30_000 }).toEqual(['sent'])
  await second.stop()
  expect(sink.mails.map(({ envelope }) => envelope.to)).toEqual([[EMAIL]])
})

test('with a key of Resend mail goes there, and the key is printed nowhere', async () => {
  const resend = await startResendServer()
  onTestFinished(() => resend.close())
  const site = await start({ SMTP_URL: '', RESEND_API_KEY: resend.key, RESEND_BASE_URL: resend.url })
  expect(await site.signUp()).toEqual({ success: true })
  await expect.poll(() => resend.mails.map(({ to }) => to), { timeout: 30_000 }).toEqual([[EMAIL]])
  await expect.poll(statuses, { timeout: 30_000 }).toEqual(['sent'])
  await site.stop()
  expect(sink.mails).toEqual([])
  expect(site.main.output()).toContain(new URL(resend.url).host)
  expect(site.main.output()).not.toContain(resend.key)
})

test('with WORKER=off a mail waits, and with WORKER=only it is sent and no page is served', async () => {
  const serving = await start({ WORKER: 'off' })
  expect(await serving.signUp()).toEqual({ success: true })
  expect((await fetch(`${serving.url}/subscribe`)).status).toBe(200)
  await serving.stop()
  expect(sink.mails).toEqual([])

  const taken = sink.nextMail()
  const working = await start({ WORKER: 'only' })
  expect((await taken).envelope.to).toEqual([EMAIL])
  for (const [path, status] of [
    ['/healthz', 200],
    ['/readyz', 200],
    ['/', 404],
    ['/rest/v1/articles', 404],
    ['/admin', 404],
  ] as const) {
    expect([path, (await fetch(working.url + path)).status]).toEqual([path, status])
  }
  await expect.poll(statuses, { timeout: 30_000 }).toEqual(['sent'])
  await working.stop()
})
