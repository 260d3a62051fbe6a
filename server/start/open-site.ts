import { type App, createApp, type Pages } from '#server/app.ts'
import type { StopList } from '#server/process/stop-list.ts'
import type { Services } from '#server/services.ts'
import { createFirstContent } from '#server/start/first-content.ts'
import type { Foundation } from '#server/start/open-foundation.ts'
import { openSiteServices } from '#server/start/open-services.ts'

/** Everything that people reach, with its first content. What it starts goes to the end of `started`, in order. */
export async function openSite(
  services: Services,
  options: { foundation: Foundation; pages: Pages; started: StopList },
): Promise<Pick<App, 'listener' | 'upgrades'>> {
  const { foundation, pages, started } = options
  const { config, secrets, database } = foundation
  const cachesPages = !pages.development
  const app = createApp(
    await openSiteServices(services, { config, secrets, database, cachesPages, started }),
    pages,
  )

  await createFirstContent(
    { sql: services.sql, service: app.service, say: (line) => console.log(line) },
    config,
  )
  return app
}
