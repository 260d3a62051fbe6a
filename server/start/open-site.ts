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

  const say = (line: string) => console.log(line)
  const sayPassword = (password: string) =>
    say(`Administrator: ${config.admin.email}  password: ${password}   (shown only this once)`)
  const first = await createFirstContent({ sql: services.sql, service: app.service, sayPassword }, config)
  if (first.demoArticles > 0) {
    say(
      `Demo newsroom: ${first.demoArticles} articles loaded (set DEMO=0 before the first start to begin empty).`,
    )
  }
  return app
}
