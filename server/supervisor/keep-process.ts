import { setTimeout as delay } from 'node:timers/promises'
import type { Log } from '#server/platform/log.ts'
import { createBackOff } from '#server/supervisor/back-off.ts'
import type { SiteProcess } from '#server/supervisor/start-process.ts'

/** A process that ran for so long had no lasting fault. */
const SOUND_MS = 60_000

const STOPPING = 'The site is stopping.'

/** One place of the site, in which there is always a process. */
export interface Place {
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
export async function keepProcess(options: {
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
  /** All that run; those that are retired are not replaced when they end. */
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
