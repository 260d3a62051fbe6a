import type { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { Pages } from '#server/app.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { connect, isUnreachable } from '#server/platform/database/connection.ts'
import { lockDataDir } from '#server/platform/database/data-dir.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { poolSizesFor } from '#server/platform/database/pool-sizes.ts'
import { logFaultsTo } from '#server/platform/faults/faults.ts'
import { CLIENT_LIMITS } from '#server/platform/http/connection-limits.ts'
import { securityHeaders } from '#server/platform/http/security-headers.ts'
import { openWebServer, type WebServer } from '#server/platform/http/web-server.ts'
import { createLog, type Log, redirectConsoleToLog } from '#server/platform/log.ts'
import type { Measured } from '#server/platform/metrics/metrics-endpoint.ts'
import { processMetrics } from '#server/platform/metrics/process-metrics.ts'
import { tryLockFile } from '#server/platform/process/file-lock.ts'
import { createStopList, handleShutdown, type StopList } from '#server/platform/process/shutdown.ts'
import type { Foundation } from '#server/start/open-foundation.ts'
import type { Beginning, FromProcess, ToProcess } from '#server/supervisor/messages.ts'

/** The interval at which a process that works on jobs checks whether the one of a killed supervisor has ended. */
const JOBS_LOCK_INTERVAL_MS = 100

/** PostgreSQL takes a moment to end connections that were closed. */
const STOP_TRIES = 20
const STOP_PAUSE_MS = 50

/** Runs one process of a site that has several, with the values that its supervisor sends. */
export async function runProcess(pages: Pages): Promise<void> {
  const supervisor = joinSupervisor()
  const beginning = await supervisor.beginning
  const config = configOf(beginning)
  const log = createLog(config.logLevel, { name: beginning.name })
  logFaultsTo(log)
  redirectConsoleToLog(log)
  const started = createStopList(log)
  try {
    const starting = start({ config, beginning, supervisor, started, pages, log })
    const end = handleShutdown({
      log,
      // A terminal or a process manager sends them to every process, and the supervisor decides what they mean.
      ignored: ['SIGINT', 'SIGHUP', 'SIGTERM'],
      async stop() {
        await starting.catch(() => {})
        await started.stopAll()
      },
    })
    supervisor.onStop(() => end('stop'))
    supervisor.onLost(() => end('the supervisor has ended'))
    const { server, mailGoes } = await starting
    supervisor.onRetire(() => void server.retire().then(() => end('replaced')))
    await supervisor.tell({ kind: 'ready', mailGoes })
  } catch (error) {
    await started.stopAll()
    const reason = error instanceof Error ? error.message : String(error)
    if (config.logLevel === 'debug') console.error(error)
    await supervisor.tell({ kind: 'failed', reason, isDatabaseAway: isUnreachable(error) })
    process.exit(1)
  }
}

function configOf({ role, siteUrl }: Beginning): Config {
  const config = readConfig(process.env)
  return { ...config, siteUrl, worker: role === 'jobs' ? 'only' : 'off' }
}

async function start(options: {
  config: Config
  beginning: Beginning
  supervisor: Supervisor
  started: StopList
  pages: Pages
  log: Log
}): Promise<{ server: WebServer; mailGoes: string }> {
  const { config, beginning, supervisor, started, pages, log } = options
  const { startPublication } = await import('#server/start/start-publication.ts')
  if (beginning.role === 'jobs') await waitForJobsLock(config.dataDir)
  const sql = connect(beginning.address, { max: poolSizesFor(config.processes).own })
  started.push({
    name: 'the database',
    async stop() {
      await sql.end()
      if (supervisor.isLost()) await stopDatabaseOfLost(config, beginning.address)
    },
  })
  const server = await openWebServer({
    log,
    headers: securityHeaders({ https: config.siteUrl.startsWith('https:') }),
    trustProxy: config.trustProxy,
    limits: shareOfLimits(config.processes),
  })
  const foundation: Foundation = {
    config,
    secrets: beginning.secrets,
    server,
    database: { address: beginning.address, sql, close: async () => {} },
    measureOthers: supervisor.measureOthers,
    close: async () => {},
  }
  const publication = await startPublication(foundation, log, pages)
  started.push({ name: 'the site', stop: () => publication.stop() })
  started.push({ name: 'the listener', stop: () => server.close() })
  server.serve(publication.listener, publication.upgrades)
  supervisor.onMeasure(() => processMetrics.getMetricsAsJSON())
  supervisor.onConnection((socket: Socket) => server.take(socket))
  return { server, mailGoes: publication.mailGoes }
}

/** Each process gets about as many connections as the others. */
function shareOfLimits(processes: number) {
  const { connections, unreadBytes } = CLIENT_LIMITS
  const share = (all: number) => Math.ceil(all / processes)
  return { ...CLIENT_LIMITS, connections: share(connections), unreadBytes: share(unreadBytes) }
}

/**
 * Waits until no other process works on jobs with this data folder: a process whose supervisor was killed still finishes its jobs, which
 * the next one would take for jobs of a dead process. The system releases the lock with the process.
 */
async function waitForJobsLock(dataDir: string): Promise<void> {
  while (!tryLockFile(join(dataDir, '.jobs.lock'))) await delay(JOBS_LOCK_INTERVAL_MS)
}

/**
 * Stops the embedded database of a supervisor that was killed. The last of its processes does, unless a new start has taken over the
 * data folder. The process that calls it has closed its connections.
 */
async function stopDatabaseOfLost(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  address: Beginning['address'],
): Promise<void> {
  if (config.databaseUrl) return
  for (let count = 0; count < STOP_TRIES; count++) {
    if (await stopUnlessUsed(config.dataDir, address)) return
    await delay(STOP_PAUSE_MS)
  }
}

/** Returns whether there is nothing more to do. */
async function stopUnlessUsed(dataDir: string, address: Beginning['address']): Promise<boolean> {
  const lock = await lockDataDir(dataDir).catch(() => null)
  if (!lock) return true
  try {
    if (await isUsed(address)) return false
    const server = await startEmbeddedPostgres({ dataDir })
    await server.stop()
  } catch (error) {
    // Another process of that supervisor has stopped it already.
    if (!isUnreachable(error)) throw error
  } finally {
    await lock.release()
  }
  return true
}

/** Returns true if a process of ours is connected, which may still have something to write. A pool would log that nobody answers. */
async function isUsed(address: Beginning['address']): Promise<boolean> {
  const client = new Client(address)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ is_used: boolean }>(`
      select exists (
        select from pg_stat_activity
        where datname = current_database() and application_name like 'ai-watch%') as is_used`)
    return rows[0]?.is_used ?? false
  } finally {
    await client.end().catch(() => {})
  }
}

/** The supervisor, as a process of the site sees it. */
interface Supervisor {
  beginning: Promise<Beginning>
  /** Resolves when the message was sent. */
  tell(message: FromProcess): Promise<void>
  onConnection(listener: (socket: Socket) => void): void
  onRetire(listener: () => void): void
  onStop(listener: () => void): void
  /** Calls the listener when the supervisor has ended, however it did. */
  onLost(listener: () => void): void
  isLost(): boolean
  onMeasure(measure: () => Promise<Measured>): void
  /** Reads the metrics of the other processes; those that do not respond are left out. */
  measureOthers(): Promise<Measured[]>
}

function joinSupervisor(): Supervisor {
  const begun = Promise.withResolvers<Beginning>()
  const asking = new Map<number, (measured: Measured[]) => void>()
  let takeConnection = (socket: Socket): void => {
    socket.destroy()
  }
  let retire = () => {}
  let measure = async (): Promise<Measured> => []
  let lastAsked = 0
  let isToStop = false
  let stop = () => {
    isToStop = true
  }

  const tell = (message: FromProcess) =>
    new Promise<void>((resolve) => {
      if (process.connected) process.send?.(message, undefined, undefined, () => resolve())
      else resolve()
    })

  function receive(message: ToProcess, socket?: Socket): void {
    if (message.kind === 'begin') begun.resolve(message.with)
    else if (message.kind === 'retire') retire()
    else if (message.kind === 'stop') stop()
    else if (message.kind === 'is alive') void tell({ kind: 'alive' })
    else if (message.kind === 'measure') {
      void measure().then((measured) => tell({ kind: 'measured', asked: message.asked, measured }))
    } else if (message.kind === 'others measured') {
      asking.get(message.asked)?.(message.measured)
      asking.delete(message.asked)
    } else if (message.kind === 'connection' && socket) takeConnection(socket)
    // A message without a socket means that its client has disconnected on the way.
  }

  process.on('message', receive)

  return {
    beginning: begun.promise,
    tell,
    onConnection(listener) {
      takeConnection = listener
    },
    onRetire(listener) {
      retire = listener
    },
    onStop(listener) {
      stop = listener
      if (isToStop) listener()
    },
    onLost(listener) {
      if (process.connected) process.once('disconnect', listener)
      else listener()
    },
    isLost: () => !process.connected,
    onMeasure(listener) {
      measure = listener
    },
    measureOthers() {
      const asked = ++lastAsked
      const measured = new Promise<Measured[]>((resolve) => asking.set(asked, resolve))
      void tell({ kind: 'measure others', asked })
      return measured
    },
  }
}
