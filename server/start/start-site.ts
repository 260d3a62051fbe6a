import type { Pages } from '#server/app.ts'
import type { Config } from '#server/platform/config.ts'
import type { Log } from '#server/platform/log.ts'
import { VERSION } from '#server/platform/version.ts'
import { type Foundation, openFoundation } from '#server/start/open-foundation.ts'
import type { Site } from '#server/start/run-site.ts'

/** Opens the foundation, starts the publication, and serves it; `stop` stops them in reverse order. */
export async function startSite(config: Config, log: Log, pages: Pages): Promise<Site> {
  // Loaded while the database starts in other processes. Under `npm run dev` Node runs this file without a build,
  // and only Vite can load the JSX that the publication imports.
  const loading = import('#server/start/start-publication.ts')
  loading.catch(ignoreError)
  if (config.worker !== 'only') pages.loadPages().catch(ignoreError)
  const foundation = await openFoundation(config, log)
  try {
    const { startPublication } = await loading
    const publication = await startPublication(foundation, log, pages)
    foundation.server.serve(publication.listener, publication.upgrades)
    announce(foundation.config, publication.mailGoes)
    return { stop: (reason) => stopSite(reason, foundation, publication.stop) }
  } catch (error) {
    await foundation.close()
    throw error
  }
}

/** A module that fails to load here fails again where it is needed. */
function ignoreError(): void {}

/** Stops a site. The listener closes first, because requests in progress need everything else. */
export async function stopSite(reason: string, foundation: Foundation, stop: () => Promise<void>) {
  console.log(`Stopping (${reason}) ...`)
  await foundation.server.close()
  await stop()
  await foundation.close()
  console.log('Stopped.')
}

const JOB_STATES = {
  on: 'done here',
  only: 'done here, and nothing else: no page is served',
  off: 'left to other processes (WORKER=off)',
}

export function announce(config: Config, mailGoes: string): void {
  const lines = ['', `  AI Watch   ${config.siteUrl}`]
  if (config.worker !== 'only') lines.push(`  Admin      ${config.siteUrl}/admin`)
  lines.push(`  Version    ${VERSION}`)
  const isAlone = config.processes === 1
  if (!isAlone) lines.push(`  Pages are  served by ${config.processes} processes`)
  const jobs = isAlone || config.worker === 'off' ? JOB_STATES[config.worker] : 'done by another process'
  lines.push(`  Mail goes  to ${mailGoes}`, `  Jobs are   ${jobs}`, `  Data       ${config.dataDir}`)
  const isLocal = config.host === '127.0.0.1' || config.host === 'localhost'
  const hasProxy = config.trustProxy > 0 && new URL(config.siteUrl).hostname !== config.host
  if (isLocal && !hasProxy) {
    lines.push('  Only this machine can open it. Set HOST=0.0.0.0 and SITE_URL to open it to the network.')
  }
  console.log([...lines, ''].join('\n'))
}
