import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { Pages } from '#server/app.ts'
import type { UpgradeHandler } from '#server/platform/http/web-server.ts'
import type { Log } from '#server/platform/log.ts'
import { createStopList } from '#server/platform/process/shutdown.ts'
import { ROOT } from '#server/platform/root.ts'
import { openFoundation } from '#server/start/open-foundation.ts'
import { runSite } from '#server/start/run-site.ts'
import type { Publication } from '#server/start/start-publication.ts'
import { announce, stopSite } from '#server/start/start-site.ts'
import { isForRealtime } from '#server/supabase/realtime/connections/upgrade-handler.ts'

interface ViteServer {
  /** A module by its path from the root, from the current sources: the same object until it, or a module it imports, changes. */
  load<Module>(path: string): Promise<Module>
  /** Sets the listener that is called after a file has changed, when its modules are no longer cached. */
  onChange(listener: () => void): void
  /** Serves modules and hot updates; passes every other request on. */
  middlewares(request: IncomingMessage, response: ServerResponse, next: () => void): void
  close(): Promise<void>
}

/**
 * The site under development: Vite loads the modules that the build would bundle, and every request gets the page of the current
 * sources. When a module of the publication changes, the publication is started again, and requests wait for it; data folder,
 * port and database stay open.
 */
export function develop(): Promise<void> {
  return runSite(async (config, log) => {
    const foundation = await openFoundation(config, log)
    const started = createStopList(log)
    try {
      const vite = await createViteServer()
      started.push({ name: 'Vite', stop: () => vite.close() })
      const pages: Pages = {
        loadPages: () => vite.load('/server/features/pages/page-build.ts'),
        publicDir: join(ROOT, 'public'),
        development: true,
      }
      const publication = await runLatest({
        load: () =>
          vite.load<typeof import('#server/start/start-publication.ts')>(
            '/server/start/start-publication.ts',
          ),
        start: ({ startPublication }) => startPublication(foundation, log, pages),
        log,
      })
      started.push({ name: 'the publication', stop: () => publication.stop() })
      vite.onChange(publication.update)

      const answer: RequestListener = async (request, response) =>
        (await publication.current()).listener(request, response)
      // A process that serves no pages serves no modules for them either.
      const hasPages = foundation.config.worker !== 'only'
      foundation.server.serve(
        (request, response) =>
          hasPages
            ? new Promise((resolve) =>
                vite.middlewares(request, response, () => resolve(answer(request, response))),
              )
            : answer(request, response),
        hasPages ? followUpgrades(publication) : undefined,
      )
      announce(foundation.config, (await publication.current()).mailGoes)
      return { stop: (reason) => stopSite(reason, foundation, started.stopAll) }
    } catch (error) {
      await started.stopAll()
      await foundation.close()
      throw error
    }
  })
}

/** Takes over connections with the publication that is running. Vite has a port of its own for its hot updates. */
function followUpgrades({ current }: LatestPublication): UpgradeHandler {
  return {
    accepts: isForRealtime,
    async handle(request, socket, head) {
      const { upgrades } = await current()
      await upgrades?.handle(request, socket, head)
    },
    async close() {
      await (await current()).upgrades?.close()
    },
  }
}

/** Vite in this process, for `npm run dev`: modules are transformed on request, and updated while they are edited. */
async function createViteServer(): Promise<ViteServer> {
  let changed = () => {}
  const { createServer } = await import('vite')
  const ours = process.listeners('SIGTERM')
  const vite = await createServer({
    appType: 'custom',
    clearScreen: false,
    server: {
      middlewareMode: true,
      async hotUpdateEnvironments({ environments }, update) {
        await Promise.all(Object.values(environments).map((environment) => update(environment)))
        changed()
      },
    },
  })
  // Vite's own handler would end this process while the database is still running.
  for (const listener of process.listeners('SIGTERM')) {
    if (!ours.includes(listener)) process.off('SIGTERM', listener)
  }
  return {
    load: (path) => vite.ssrLoadModule(path) as Promise<never>,
    onChange(listener) {
      changed = listener
    },
    middlewares: vite.middlewares,
    close: () => vite.close(),
  }
}

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
