import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import type { Pages } from '#server/app.ts'
import { type LatestPublication, runLatest } from '#server/development/latest-publication.ts'
import { createViteServer } from '#server/development/vite-server.ts'
import type { UpgradeHandler } from '#server/http/upgrade-handler.ts'
import { createStopList } from '#server/process/stop-list.ts'
import { isForRealtime } from '#server/realtime/connections/examine-upgrade.ts'
import { ROOT } from '#server/root.ts'
import { openFoundation } from '#server/start/open-foundation.ts'
import { startInOrder } from '#server/start/start-in-order.ts'
import { announce, stopSite } from '#server/start/start-site.ts'

/**
 * The site under development: Vite loads the modules that the build would bundle, and every request gets the page of the current
 * sources. When a module of the publication changes, the publication is started again, and requests wait for it; data folder,
 * port and database stay open.
 */
export function develop(): Promise<void> {
  return startInOrder(async (config, log) => {
    const foundation = await openFoundation(config, log)
    const started = createStopList(log)
    try {
      const vite = await createViteServer()
      started.push({ name: 'Vite', stop: () => vite.close() })
      const pages: Pages = {
        loadPages: () => vite.load('/server/pages/page-build.ts'),
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
