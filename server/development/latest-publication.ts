import type { Log } from '#server/platform/log.ts'
import type { Publication } from '#server/start/start-publication.ts'

export interface LatestPublication {
  /** The running publication, or the one that is being started. */
  current(): Promise<Publication>
  /** Starts the latest version, unless it is running already. */
  update(): void
  stop(): Promise<void>
}

/**
 * Runs the publication of the latest version of a module. The previous publication is stopped before the next one starts. While
 * the latest version cannot be loaded, the previous publication goes on.
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
    // The loader prints what is wrong with a module.
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
