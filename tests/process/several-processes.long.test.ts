import { execFile } from 'node:child_process'
import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { findPostmaster } from '#server/platform/database/embedded/postmaster.ts'
import { joinDatabase } from '#server/platform/database/open-database.ts'
import { type MailSink, startMailSink } from '../mocks/mail-sink.ts'
import { prepareMains } from './prepare-mains.ts'
import { type MainProcess, runScript } from './run-main.ts'
import { isRunning, type Process, processesOf, ROLES, rolesOf } from './site-processes.ts'
import { startReaders } from './steady-readers.ts'

const METRICS_TOKEN = 'a-token-of-the-tests'
const mains = prepareMains()
beforeEach(() => mains.begin())
afterEach(() => mains.end())

async function startSeveral(env: Record<string, string> = {}, { start } = mains) {
  const main = start({ PROCESSES: '2', METRICS_TOKEN, ...env })
  const url = await main.address()
  await main.printed(/Only this machine can open it/)
  return { main, url, pid: main.child.pid ?? 0 }
}

const clusterOf = async (dataDir: string) => join(await realpath(dataDir), 'postgres')

async function restart(): Promise<{ code: number | NodeJS.Signals | null; output: string }> {
  const script: MainProcess = runScript('restart', [], { DATA_DIR: mains.dataDir })
  return { code: await script.ended, output: script.output() }
}

test('one start is two processes that serve and one that works, it prints what a start prints once, and SIGTERM ends all', async () => {
  const { main, url, pid } = await startSeveral({ ADMIN_PASSWORD: '' })
  const processes = await processesOf(pid)
  expect(rolesOf(processes)).toEqual(ROLES)
  expect(main.output().match(/password: \w{20}/g)).toHaveLength(1)
  expect(main.output().match(/AI Watch {3}http/g)).toHaveLength(1)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)

  expect(await main.stop()).toBe(0)
  expect(main.output()).toMatch(/Stopping \(SIGTERM\) \.\.\.\nStopped\.\n$/)
  expect(processes.filter(isRunning)).toEqual([])
  expect(await findPostmaster(await clusterOf(mains.dataDir))).toBeNull()
})

describe('while nothing ends', () => {
  const ordinary = prepareMains()
  let sink: MailSink
  let site: Awaited<ReturnType<typeof startSeveral>>
  beforeAll(async () => {
    ordinary.begin()
    sink = await startMailSink()
    site = await startSeveral({ SMTP_URL: sink.url }, ordinary)
    return async () => {
      await ordinary.end()
      await sink.close()
    }
  })

  test('no secret is in the arguments of a process', async () => {
    const secrets = JSON.parse(await readFile(join(ordinary.dataDir, 'secrets.json'), 'utf8'))
    const { stdout } = await promisify(execFile)('ps', ['-A', '-o', 'args='])
    expect(rolesOf(await processesOf(site.pid))).toEqual(ROLES)
    for (const secret of [...Object.values<string>(secrets), METRICS_TOKEN, 'a long password'])
      expect(stdout).not.toContain(secret)
  })

  test('/metrics counts for all processes, whichever answers', async () => {
    const { url } = site
    const pages = 24
    for (let page = 0; page < pages; page++) {
      await fetch(`${url}/`, { headers: { connection: 'close' } }).then((response) => response.arrayBuffer())
    }
    const counts: number[] = []
    for (let question = 0; question < 4; question++) {
      const headers = { authorization: `Bearer ${METRICS_TOKEN}`, connection: 'close' }
      const text = await (await fetch(`${url}/metrics`, { headers })).text()
      const home =
        /^http_request_duration_seconds_count\{route="home",method="GET",status="2xx"\} (\d+)$/m.exec(text)
      counts.push(Number(home?.[1]))
      expect(text.match(/^database_bytes\b/gm)).toHaveLength(1)
    }
    expect(counts).toEqual([pages, pages, pages, pages])
  })

  test('a mail is sent by the process that works on jobs, which is the only one that takes any', async () => {
    const { url, pid } = site
    const { publishableKey: apikey } = JSON.parse(
      await readFile(join(ordinary.dataDir, 'secrets.json'), 'utf8'),
    )
    const headers = { 'content-type': 'application/json', apikey }
    const ask = async (path: string, body: unknown) =>
      (await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    const email = 'ada@example.org'
    const { confirmation_token } = await ask('/rest/v1/rpc/subscribe_newsletter', { p_email: email })
    await ask('/functions/v1/send-confirmation-email', { email, confirmationToken: confirmation_token })
    await expect.poll(() => sink.mails.length).toBe(1)

    const database = await joinDatabase({ dataDir: ordinary.dataDir, databaseUrl: undefined })
    onTestFinished(() => database.close())
    const [row] = await database.sql`
      select current_setting('max_connections')::int >= 86 + 3 as allows_all,
        count(*) filter (where application_name = 'ai-watch jobs listener')::int as workers,
        count(*) filter (where application_name = 'ai-watch realtime listener')::int as serving
      from pg_stat_activity`
    expect(row).toEqual({ allows_all: true, workers: 1, serving: 2 })

    // The processes as the page System lists them.
    const listed = await database.sql<Process[]>`select pid, role from private.processes order by pid`
    expect(listed).toEqual((await processesOf(pid)).toSorted((a, b) => a.pid - b.pid))
  })
})

test('a process that was killed or hangs is replaced while the others serve, and so is the one that works on jobs', async () => {
  const { main, url, pid } = await startSeveral()
  const readers = startReaders(url)
  onTestFinished(() => readers.stop())
  await readers.more(100)
  const [serving] = (await processesOf(pid)).filter(({ role }) => role === 'serving')
  process.kill(serving?.pid ?? 0, 'SIGKILL')
  await main.printed(new RegExp(`The process ${serving?.pid} \\(serving \\d\\) has ended: SIGKILL`))
  await readers.more(300)
  // Each connection of the killed process fails once.
  expect(readers.failures().length).toBeLessThan(16)
  await expect.poll(async () => rolesOf(await processesOf(pid))).toEqual(ROLES)

  const [jobs] = (await processesOf(pid)).filter(({ role }) => role === 'jobs')
  process.kill(jobs?.pid ?? 0, 'SIGKILL')
  await main.printed(/\(jobs\) has ended: SIGKILL/)
  await expect.poll(async () => rolesOf(await processesOf(pid))).toEqual(ROLES)
  const before = readers.failures().length
  await readers.more(200)
  expect(readers.failures()).toHaveLength(before)

  const [hung] = (await processesOf(pid)).filter(({ role }) => role === 'serving')
  process.kill(hung?.pid ?? 0, 'SIGSTOP')
  await main.printed(new RegExp(`The process ${hung?.pid} \\(serving \\d\\) has ended: it was silent`))
  await expect.poll(async () => rolesOf(await processesOf(pid))).toEqual(ROLES)
  // The readers that waited for it get an error, and a page then.
  await readers.more(200)
  expect(readers.failures().length - before).toBeLessThanOrEqual(16)
})

test('all processes end when their supervisor is killed, the database with them, and a new start works', async () => {
  const first = await startSeveral()
  const processes = await processesOf(first.pid)
  first.main.child.kill('SIGKILL')
  await expect.poll(() => processes.filter(isRunning)).toEqual([])
  const cluster = await clusterOf(mains.dataDir)
  await expect.poll(() => findPostmaster(cluster)).toBeNull()
  const lines = first.main.output().split('\n')
  expect(lines.filter((line) => line.includes('"error"'))).toEqual([])

  const second = await startSeveral()
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
})

test('a start right after the supervisor was killed takes over the database, and nobody stops it', async () => {
  const first = await startSeveral()
  first.main.child.kill('SIGKILL')
  await first.main.ended.catch(() => {})
  const second = await startSeveral()
  const processes = await processesOf(second.pid)
  expect(rolesOf(processes)).toEqual(ROLES)
  expect((await fetch(`${second.url}/readyz`)).status).toBe(200)
  expect(second.main.output()).not.toContain('starting it again')
})

test('a restart replaces every process, and no request for a page or an asset is refused or cut', async () => {
  const { url, pid } = await startSeveral()
  const before = await processesOf(pid)
  const [asset = ''] = /\/assets\/[\w.-]+\.js(?=")/.exec(await (await fetch(url)).text()) ?? []
  // The last one is rendered for each request.
  const readers = startReaders(url, { paths: ['/', '/news', '/feeds/en.xml', asset, '/admin'] })
  onTestFinished(() => readers.stop())
  await readers.more(500)
  expect(await restart()).toEqual({ code: 0, output: 'Replaced 3 processes.\n' })
  await readers.more(500)
  expect(readers.failures()).toEqual([])
  expect(readers.read()).toBeGreaterThan(1_500)
  const after = await processesOf(pid)
  expect(rolesOf(after)).toEqual(ROLES)
  expect(after.filter(({ pid: one }) => before.some((old) => old.pid === one))).toEqual([])
})

test('a restart with which the new process does not start leaves the old ones, and says why', async () => {
  const { url, pid } = await startSeveral()
  const before = await processesOf(pid)
  const storage = join(mains.dataDir, 'storage')
  await rename(storage, `${storage}.away`)
  await writeFile(storage, 'no folder')
  const { code, output } = await restart()
  expect(code).toBe(1)
  expect(output).toMatch(/^Not all processes were replaced: .*storage/)
  expect(await processesOf(pid)).toEqual(before)
  expect((await fetch(`${url}/`)).status).toBe(200)
  await rm(storage)
  await rename(`${storage}.away`, storage)
  expect((await restart()).output).toBe('Replaced 3 processes.\n')
})

test('SIGTERM during a restart ends all, and leaves nothing', async () => {
  const { main, pid } = await startSeveral()
  main.child.kill('SIGHUP')
  await main.printed(/All processes are replaced/)
  await expect.poll(async () => (await processesOf(pid)).length).toBe(4)
  const processes = await processesOf(pid)
  expect(await main.stop()).toBe(0)
  expect(processes.filter(isRunning)).toEqual([])
  expect(await findPostmaster(await clusterOf(mains.dataDir))).toBeNull()
})

test('a start whose processes do not start is refused in one line, and leaves nothing', async () => {
  await mkdir(mains.dataDir, { recursive: true })
  await writeFile(join(mains.dataDir, 'storage'), 'no folder')
  const main = mains.start({ PROCESSES: '2' })
  expect(await main.ended).toBe(1)
  expect(main.output().match(/AI Watch cannot start\./g)).toHaveLength(1)
  expect(main.output()).toMatch(/AI Watch cannot start\. .*storage.*\n$/)
  expect(await findPostmaster(await clusterOf(mains.dataDir))).toBeNull()
})

test('npm run restart says that nothing runs, or only one process', async () => {
  await mkdir(mains.dataDir, { recursive: true })
  expect((await restart()).output).toMatch(/^No AI Watch is running on the data folder/)
  const main = mains.start()
  await main.address()
  expect(await restart()).toMatchObject({ code: 1, output: expect.stringMatching(/runs as one process/) })
})

test('PROCESSES=0 is refused in one line', async () => {
  const main = mains.start({ PROCESSES: '0' })
  expect(await main.ended).toBe(1)
  expect(main.output()).toBe('AI Watch cannot start. PROCESSES: must be auto or a number from 1 to 64\n')
})
