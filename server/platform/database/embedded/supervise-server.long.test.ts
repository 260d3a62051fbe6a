import { appendFile, chmod, lstat, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isRoot, ownerOf, runCommand } from '#server/platform/database/embedded/account.ts'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '#server/platform/database/embedded/embedded-postgres.ts'
import { findPostmaster, type Postmaster } from '#server/platform/database/embedded/postmaster.ts'
import { socketPath } from '#server/platform/database/embedded/socket-folder.ts'
import { openSession } from '#server/platform/database/embedded/testing/open-session.ts'
import { openTemporaryFolder } from '#server/platform/database/embedded/testing/temporary-folder.ts'

const ENDED = 'warn PostgreSQL ended; starting it again.'
const BACK = /^warn PostgreSQL is back after [\d.]+ seconds\.$/

interface KeptServer extends EmbeddedPostgres {
  /** The lines of the log, each after its level. */
  lines: string[]
  /** Its pg_ctl. */
  control: string
}

async function start(dataDir?: string): Promise<KeptServer> {
  const lines: string[] = []
  const at = (level: string) => (line: string) => lines.push(`${level} ${line}`)
  const server = await startEmbeddedPostgres({
    dataDir: dataDir ?? join(await openTemporaryFolder(), 'data'),
    supervise: { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') },
  })
  onTestFinished(() => server.stop())
  const [program = ''] = (await running(server)).command.split(' -D ')
  return { ...server, lines, control: join(dirname(program), 'pg_ctl') }
}

async function running({ directory }: EmbeddedPostgres): Promise<Postmaster> {
  const postmaster = await findPostmaster(directory)
  if (!postmaster) throw new Error(`No server is running in ${directory}`)
  return postmaster
}

async function kill(server: EmbeddedPostgres): Promise<number> {
  const { pid } = await running(server)
  process.kill(pid, 'SIGKILL')
  return pid
}

/** Waits for a line that was not there before. */
async function told(server: KeptServer, pattern: RegExp, times = 1): Promise<void> {
  await vi
    .waitUntil(() => server.lines.filter((line) => pattern.test(line)).length >= times, { timeout: 50_000 })
    .catch(() => expect.fail(`${pattern} was not told ${times} times: ${server.lines.join('\n')}`))
}

/** Expects an answer on the socket that clients use. */
async function expectAnswers(server: EmbeddedPostgres): Promise<void> {
  const session = await openSession(server.connection.host, "select 'it ' || 'answers'")
  await session.received(/it answers/)
}

/** pg_ctl, as an operator would type it in the data folder, where the cluster is called `postgres`. */
async function control(server: KeptServer, ...args: string[]): Promise<void> {
  const { code, output } = await runCommand(
    '/bin/sh',
    [
      '-c',
      'cd "$0" && exec "$@"',
      dirname(server.directory),
      server.control,
      ...args,
      '-s',
      '-D',
      'postgres',
    ],
    isRoot() ? await ownerOf(server.directory) : null,
  )
  expect(code, output).toBe(0)
}

test('a server killed with kill -9 is started again at the same address, and the log says so', async () => {
  const server = await start()
  const killed = await kill(server)
  await told(server, BACK)
  expect(server.lines).toEqual([ENDED, expect.stringMatching(BACK)])
  expect((await running(server)).pid).not.toBe(killed)
  await expectAnswers(server)
})

test('after every further kill it is started again in the same way', async () => {
  const server = await start()
  const pids = [await kill(server)]
  await told(server, BACK, 1)
  pids.push(await kill(server))
  await told(server, BACK, 2)
  pids.push((await running(server)).pid)
  expect(new Set(pids).size).toBe(3)
  expect(server.lines).toEqual([ENDED, expect.stringMatching(BACK), ENDED, expect.stringMatching(BACK)])
  await expectAnswers(server)
})

test('the start waits for a child process of the killed server that still runs a query', async () => {
  const server = await start()
  const busy = await openSession(
    server.connection.host,
    "do $$ begin raise notice 'has begun'; perform count(*) from generate_series(1, 20000000); end $$",
  )
  await busy.received(/has begun/)
  await kill(server)
  await told(server, BACK)
  expect(server.lines[0]).toBe(ENDED)
  await expectAnswers(server)
})

test('a server killed during its start is started again', async () => {
  const server = await start()
  const first = await kill(server)
  const second = await vi.waitUntil(
    async () => {
      const found = await findPostmaster(server.directory)
      return found && found.pid !== first ? found.pid : null
    },
    { interval: 1, timeout: 30_000 },
  )
  process.kill(second, 'SIGKILL')
  await vi.waitUntil(
    async () => {
      const found = await findPostmaster(server.directory)
      return found?.status === 'ready' && found.pid !== second
    },
    { timeout: 30_000 },
  )
  await expectAnswers(server)
})

test('what an operator shuts down is started again, and the log says why', async () => {
  const server = await start()
  await control(server, 'stop')
  await told(server, BACK)
  expect(server.lines[0]).toBe('warn PostgreSQL was shut down, and the site needs it; starting it again.')
  await expectAnswers(server)
})

test('the crash of one session is left to PostgreSQL', async () => {
  const server = await start()
  const { pid } = await running(server)
  const session = await openSession(server.connection.host, "select 'it is ' || pg_backend_pid()")
  const [, backend] = await session.received(/it is (\d+)/)
  process.kill(Number(backend), 'SIGKILL')
  await expect(session.received(/never/)).rejects.toThrow('hung up')
  await vi.waitUntil(
    () =>
      expectAnswers(server).then(
        () => true,
        () => false,
      ),
    { timeout: 30_000 },
  )
  expect((await running(server)).pid).toBe(pid)
  expect(server.lines).toEqual([])
})

test('a start that fails is tried until it succeeds, and each cause is logged once', async () => {
  const server = await start()
  const settings = join(server.directory, 'postgresql.conf')
  const working = await readFile(settings)
  await appendFile(settings, 'nonsense = 1\n')
  await kill(server)
  await told(server, /trying again .*parameter "nonsense"/)

  await rename(server.directory, `${server.directory}.away`)
  await told(server, /trying again .*does not exist/)
  await rename(`${server.directory}.away`, server.directory)

  // The server writes the first cause into its own log at each try.
  const tries = async () =>
    (await readFile(join(server.directory, 'server.log'), 'utf8')).split('"nonsense"').length
  const before = await tries()
  await vi.waitUntil(async () => (await tries()) > before, { timeout: 50_000 })
  await writeFile(settings, working)
  await told(server, BACK)
  expect(server.lines).toEqual([
    ENDED,
    expect.stringMatching(/^error PostgreSQL is still away.*"nonsense"/),
    expect.stringMatching(/^error PostgreSQL is still away.*does not exist/),
    expect.stringMatching(BACK),
  ])
  await expectAnswers(server)
})

test('a server that an operator starts meanwhile is used, wherever its socket is', async () => {
  const server = await start()
  const elsewhere = await openTemporaryFolder()
  await chmod(elsewhere, 0o777)
  const settings = join(server.directory, 'postgresql.conf')
  await writeFile(join(elsewhere, 'working.conf'), await readFile(settings), { mode: 0o644 })
  await appendFile(settings, 'nonsense = 1\n')
  await kill(server)
  await told(server, /trying again .*parameter "nonsense"/)

  const options = [
    `config_file=${elsewhere}/working.conf`,
    'listen_addresses=',
    'port=5433',
    `unix_socket_directories=${elsewhere}`,
  ]
  await control(server, 'start', '-l', '/dev/null', '-o', options.map((option) => `-c ${option}`).join(' '))
  const { pid, port, socketDir } = await running(server)
  expect({ port, socketDir }).toEqual({ port: 5433, socketDir: elsewhere })
  await told(server, new RegExp(`is back after .*; somebody else has started it \\(process ${pid}\\)`))
  await expectAnswers(server)
  expect((await running(server)).pid).toBe(pid)

  await server.stop()
  expect(await findPostmaster(server.directory)).toBeNull()
  await expect(lstat(socketPath(server.connection.host))).rejects.toThrow('ENOENT')
})

test('a server that an operator restarts is used', async () => {
  const server = await start()
  await control(server, 'restart', '-l', '/dev/null')
  const { pid } = await running(server)
  await told(server, /back after/)
  await expectAnswers(server)
  expect((await running(server)).pid).toBe(pid)
})

test('a socket folder that was cleared away is made again', async () => {
  const server = await start(join(await openTemporaryFolder(), 'x'.repeat(100), 'data'))
  const { uid } = await stat(server.connection.host)
  await rm(server.connection.host, { recursive: true })
  await kill(server)
  await told(server, BACK)
  const made = await stat(server.connection.host)
  expect({ uid: made.uid, mode: made.mode & 0o777 }).toEqual({ uid, mode: 0o700 })
  await expectAnswers(server)
})

test('a server that hangs is left alone, and the log says so', async () => {
  const server = await start()
  const { pid } = await running(server)
  process.kill(pid, 'SIGSTOP')
  onTestFinished(() => void process.kill(pid, 'SIGCONT'))
  await told(server, /^warn PostgreSQL is running but takes no connections; it is left alone\.$/)
  process.kill(pid, 'SIGCONT')
  await told(server, /^warn PostgreSQL takes connections again\.$/)
  expect(server.lines).toHaveLength(2)
  expect((await running(server)).pid).toBe(pid)
})

test('nothing is started after a stop that follows a kill at once', async () => {
  const server = await start()
  await kill(server)
  await server.stop()
  expect(await findPostmaster(server.directory)).toBeNull()
  expect(server.lines).toEqual([])
})

test('a stop in the middle of a start leaves no server', async () => {
  const server = await start()
  await kill(server)
  await told(server, /starting it again/)
  await server.stop()
  expect(await findPostmaster(server.directory)).toBeNull()
  expect(server.lines).toEqual([ENDED])
})

test('a stop between two tries leaves no server', async () => {
  const server = await start()
  await appendFile(join(server.directory, 'postgresql.conf'), 'nonsense = 1\n')
  await kill(server)
  await told(server, /trying again/)
  await server.stop()
  expect(await findPostmaster(server.directory)).toBeNull()
})
