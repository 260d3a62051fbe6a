import { setTimeout as delay } from 'node:timers/promises'
import { findServableBuild } from '#server/build/builds.ts'
import type { Config } from '#server/platform/config.ts'
import { lockDataDir } from '#server/platform/database/data-dir.ts'
import { openDatabase } from '#server/platform/database/open-database.ts'
import { securityHeaders } from '#server/platform/http/security-headers.ts'
import type { Log } from '#server/platform/log.ts'
import type { Measured } from '#server/platform/metrics/metrics-endpoint.ts'
import { createStopList } from '#server/platform/process/shutdown.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import type { Site } from '#server/start/run-site.ts'
import { announce } from '#server/start/start-site.ts'
import type { Beginning, Role } from '#server/supervisor/messages.ts'
import { openFront } from '#server/supervisor/open-front.ts'
import { createRestarts } from '#server/supervisor/restarts.ts'
import { type SiteProcess, StartError, startProcess } from '#server/supervisor/start-process.ts'

/** The time that /metrics waits for the figures of a process that does not respond. */
const MEASURE_MS = 2_000

/**
 * Runs the site as several processes: opens the data folder, the port, the keys and the database, starts the processes that serve and
 * the one that works on jobs, and has each of them replaced when it ends. It holds no page and reads no request itself.
 */
export async function supervise(given: Config, log: Log): Promise<Site> {
  const say = (line: string) => console.log(line)
  const opened = createStopList(log)
  try {
    let build = await findServableBuild(say)
    const lock = await lockDataDir(given.dataDir)
    opened.push({ name: 'the data folder lock', stop: () => lock.release() })
    const headers = securityHeaders({ https: given.siteUrl.startsWith('https:') })
    const front = await openFront({ config: given, headers, log })
    opened.push({ name: 'the listener', stop: () => front.close() })
    const config = { ...given, siteUrl: given.siteUrl.replace(/:0$/, `:${front.port}`) }
    const secrets = await loadSecrets(config)
    const database = await openDatabase(config, say, log)
    opened.push({ name: 'the database', stop: () => database.close() })

    const all = new Set<SiteProcess>()
    const start = (role: Role, name: string) => {
      const { siteUrl, processes } = config
      const beginning: Beginning = { role, name, siteUrl, processes, address: database.address, secrets }
      const started = startProcess(build, beginning)
      answerMeasuring(started, all)
      return started
    }
    const keep = (role: Role, name: string) =>
      keepProcess({
        start: () => start(role, name),
        isAlone: role === 'jobs',
        onReady(ready) {
          all.add(ready)
          if (role === 'serving') front.add(ready)
        },
        onGone(gone) {
          all.delete(gone)
          front.remove(gone)
        },
        log,
      })
    const names = Array.from({ length: config.processes }, (_, index) => `serving ${index + 1}`)
    const places = await keepAll([
      ...names.map((name) => keep('serving', name)),
      ...(config.worker === 'off' ? [] : [keep('jobs', 'jobs')]),
    ])
    opened.push({ name: 'the processes', stop: () => stopInOrder(places) })
    const [first] = all
    announce(config, (await first?.ready)?.mailGoes ?? '')

    const restarts = await createRestarts(config.dataDir, async () => {
      build = await findServableBuild(say)
      for (const place of places) await place.replace()
      return places.length
    })
    return {
      restart: () => restarts.request(log),
      async stop(reason) {
        say(`Stopping (${reason}) ...`)
        await restarts.stop()
        await opened.stopAll()
        say('Stopped.')
      },
    }
  } catch (error) {
    await opened.stopAll()
    throw error
  }
}

/** Waits for all to be ready; when one is not, stops the others. */
async function keepAll(starting: Promise<Place>[]): Promise<Place[]> {
  const results = await Promise.allSettled(starting)
  const places = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  const failed = results.find((result) => result.status === 'rejected')
  if (!failed) return places
  await stopInOrder(places)
  throw failed.reason
}

/** Stops those that serve first: their last requests may add jobs, which a later start takes up. */
async function stopInOrder(places: readonly Place[]): Promise<void> {
  const isJobs = (place: Place) => place.current()?.name === 'jobs'
  await Promise.all(places.filter((place) => !isJobs(place)).map((place) => place.stop()))
  await Promise.all(places.map((place) => place.stop()))
}

/** Asks all other processes for what they measure when one of them is asked. */
function answerMeasuring(one: SiteProcess, all: ReadonlySet<SiteProcess>): void {
  const answer = async (asked: number) => {
    const others = [...all].filter((other) => other !== one)
    const figures = await Promise.all(others.map(measure))
    const measured = figures.filter((ofOne) => ofOne !== null)
    one.send({ kind: 'others measured', asked, measured })
  }
  one.onMessage((message) => {
    if (message.kind === 'measure others') void answer(message.asked)
  })
}

let asked = 0

async function measure(one: SiteProcess): Promise<Measured | null> {
  const id = ++asked
  const done = new AbortController()
  const measured = new Promise<Measured>((resolve) => {
    const stop = one.onMessage((message) => {
      if (message.kind === 'measured' && message.asked === id) resolve(message.measured)
    })
    done.signal.addEventListener('abort', stop, { once: true })
  })
  one.send({ kind: 'measure', asked: id })
  const late = delay(MEASURE_MS, null, done).catch(() => null)
  try {
    return await Promise.race([measured, late, one.ended.then(() => null)])
  } finally {
    done.abort()
  }
}

/** A process that ran for so long had no lasting fault. */
const SOUND_MS = 60_000

const STOPPING = 'The site is stopping.'

/** One place of the site, in which there is always a process. */
interface Place {
  /** The process that is ready, or becomes so. */
  current(): SiteProcess | null
  /**
   * Has another process take its place: of those that serve the new one is ready before the old one ends, of those that work on jobs the
   * old one has ended before, because they are one worker.
   * @throws with the reason when the new process does not start; of those that serve the old one then goes on
   */
  replace(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a process, and another one whenever it ends.
 * @throws with the reason when the first one does not start
 */
async function keepProcess(options: {
  start: () => SiteProcess
  /** The next process waits for the end of this one. */
  isAlone: boolean
  onReady: (process: SiteProcess) => void
  /** Called when a process has ended, and before it is retired. */
  onGone: (process: SiteProcess) => void
  log: Log
}): Promise<Place> {
  const { start, isAlone, onReady, onGone, log } = options
  const stopping = new AbortController()
  /** The processes that run; those that are retired are not replaced when they end. */
  const running = new Set<SiteProcess>()
  let current: SiteProcess | null = null
  const backOff = createBackOff()

  async function begin(): Promise<SiteProcess> {
    if (stopping.signal.aborted) throw new Error(STOPPING)
    const process = start()
    running.add(process)
    void process.ended.then(() => running.delete(process))
    await process.ready
    if (stopping.signal.aborted) throw new Error(STOPPING)
    return process
  }

  function install(process: SiteProcess): void {
    current = process
    onReady(process)
    const since = performance.now()
    void process.ended.then(async (reason) => {
      onGone(process)
      if (current !== process || stopping.signal.aborted) return
      current = null
      if (performance.now() - since > SOUND_MS) backOff.reset()
      log.error(`The process ${process.pid} (${process.name}) has ended: ${reason}. Another one is started.`)
      await startAgain()
    })
  }

  async function startAgain(): Promise<void> {
    while (current === null && !stopping.signal.aborted) {
      await delay(1000 * backOff.next(), undefined, { signal: stopping.signal }).catch(() => {})
      if (stopping.signal.aborted || current !== null) return
      try {
        const process = await begin()
        // A replacement was quicker.
        if (current !== null) await process.stop()
        else install(process)
      } catch (error) {
        backOff.note(error)
        if (!stopping.signal.aborted) log.error(`A process does not start: ${(error as Error).message}`)
      }
    }
  }

  install(await begin())
  return {
    current: () => current,
    async replace() {
      const old = current
      if (isAlone && old) {
        current = null
        await old.stop()
      }
      try {
        install(await begin())
      } catch (error) {
        if (isAlone) void startAgain()
        throw error
      }
      if (isAlone || !old) return
      onGone(old)
      await old.retire()
    },
    async stop() {
      stopping.abort()
      await Promise.all([...running].map((process) => process.stop()))
    },
  }
}

/** The pauses before a process is started again; the last one is repeated. */
const PAUSES_SECONDS = [0.1, 1, 2, 5, 10, 30]
/** The number of them that are used while the database is away, which is not a fault of the process. */
const DATABASE_PAUSES = 3

/** Computes the pause before a process that ended by itself is started again. */
export function createBackOff() {
  let failures = 0
  return {
    /** The next pause, in seconds. */
    next(): number {
      return PAUSES_SECONDS[Math.min(failures++, PAUSES_SECONDS.length - 1)] ?? 0
    },
    /** Notes why a start has failed. */
    note(error: unknown): void {
      if (error instanceof StartError && error.isDatabaseAway)
        failures = Math.min(failures, DATABASE_PAUSES - 1)
    },
    reset(): void {
      failures = 0
    },
  }
}
