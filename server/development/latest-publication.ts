import type { Log } from '#server/log.ts'
import type { Publication } from '#server/start/start-publication.ts'

export interface LatestPublication {
  /** The one that runs or, while one is being started, that one. */
  current(): Promise<Publication>
  /** Starts the latest, if that is another than the one that runs. */
  update(): void
  stop(): Promise<void>
}

/**
 * Keeps the latest publication running. Before one starts, the one before it is stopped and has closed what it held. While a module
 * cannot be loaded, the publication of the one before it goes on.
 */
export async function runLatest<Module>(options: {
  /** The same object until something in it has changed. */
  load: () => Promise<Module>
  start: (module: Module) => Promise<Publication>
  log: Log
}): Promise<LatestPublication> {
  const { load, start, log } = options
  let loaded = await load()
  let running = start(loaded)
  let updates = Promise.resolve()
  await running

  async function update(): Promise<void> {
    // Whoever loads modules says what is wrong with one.
    const latest = await load().catch(() => loaded)
    if (latest === loaded) return
    loaded = latest
    const next = () => start(latest)
    running = running.then((publication) => publication.stop()).then(next, next)
    await running.then(
      () => console.log('The server was started again with what has changed.'),
      (error: unknown) => log.error('The server does not start with what has changed', error),
    )
  }

  return {
    current: () => running,
    update() {
      updates = updates.then(update)
    },
    async stop() {
      await updates
      await running.then(
        (publication) => publication.stop(),
        () => {},
      )
    },
  }
}
