import type { RequestListener } from 'node:http'
import { join } from 'node:path'
import { runLatest } from '#server/development/latest-publication.ts'
import { createViteServer } from '#server/development/vite-server.ts'
import { openFoundation } from '#server/open-foundation.ts'
import { createStopList } from '#server/process/stop-list.ts'
import { ROOT } from '#server/root.ts'
import { startInOrder } from '#server/start-in-order.ts'
import type { Pages } from '#server/start-publication.ts'
import { announce, stopSite } from '#server/start-site.ts'

/**
 * The site while it is written: Vite loads what the build puts together. A page is at every request as it is written. When
 * anything behind the publication changes, that is started again, and requests wait for it; data folder, port and database stay.
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
        load: () => vite.load<typeof import('#server/start-publication.ts')>('/server/start-publication.ts'),
        start: ({ startPublication }) => startPublication(foundation, log, pages),
        log,
      })
      started.push({ name: 'the publication', stop: () => publication.stop() })
      vite.onChange(publication.update)

      const answer: RequestListener = async (request, response) =>
        (await publication.current()).listener(request, response)
      // A process that serves no page serves nothing of Vite's either.
      const hasPages = foundation.config.worker !== 'only'
      foundation.server.serve((request, response) =>
        hasPages
          ? new Promise((resolve) =>
              vite.middlewares(request, response, () => resolve(answer(request, response))),
            )
          : answer(request, response),
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
