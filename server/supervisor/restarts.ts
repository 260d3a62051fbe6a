import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import { replaceFile } from '#server/platform/disk/files.ts'
import type { Log } from '#server/platform/log.ts'

const state = z.object({
  /** The process that supervises the others. */
  supervisor: z.number(),
  /** The number of requested restarts, and of those that are finished. */
  requested: z.number(),
  done: z.number(),
  /** The result of the last one. */
  replaced: z.number(),
  failure: z.string().nullable(),
})

/** The progress of a site's restarts, which its supervisor writes into the data folder for `npm run restart`. */
type RestartState = z.output<typeof state>

const fileOf = (dataDir: string) => join(dataDir, 'restarts.json')

/** Null while no supervisor runs on the data folder. @throws for a user without the right to read it */
export async function readRestarts(dataDir: string): Promise<RestartState | null> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new Error(`${error.message}: run this as the user of the site.`)
  })
  return text === null ? null : state.parse(JSON.parse(text))
}

export interface Restarts {
  /** Begins a restart. One that is asked for during another follows that. */
  request(log: Log): void
  /** Begins no further restart; the caller ends the processes that one is waiting for. */
  stop(): Promise<void>
}

/** Runs restarts one after the other. `restart` returns how many processes it has replaced. */
export async function createRestarts(dataDir: string, restart: () => Promise<number>): Promise<Restarts> {
  const current = {
    supervisor: process.pid,
    requested: 0,
    done: 0,
    replaced: 0,
    failure: null as string | null,
  }
  let isStopped = false
  let isRunning = false
  let writing = Promise.resolve()

  function store(): Promise<void> {
    const text = JSON.stringify(current)
    writing = writing.then(() => replaceFile(fileOf(dataDir), text))
    return writing
  }

  async function run(log: Log): Promise<void> {
    isRunning = true
    while (current.done < current.requested && !isStopped) {
      const requested = current.requested
      log.info('All processes are replaced, one after the other.')
      try {
        current.replaced = await restart()
        current.failure = null
        log.info(`${current.replaced} processes were replaced.`)
      } catch (error) {
        current.failure = (error as Error).message
        if (!isStopped) log.error(`Not all processes were replaced: ${current.failure}`)
      }
      current.done = requested
      if (!isStopped)
        await store().catch((error: unknown) => log.error('A restart cannot be recorded', error))
    }
    isRunning = false
  }

  await store()
  return {
    request(log) {
      current.requested += 1
      if (!isRunning) void run(log)
    },
    async stop() {
      isStopped = true
      await writing.catch(() => {})
      await rm(fileOf(dataDir), { force: true })
    },
  }
}
