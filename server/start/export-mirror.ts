import { createApp, type Pages } from '#server/app.ts'
import { requirePublication } from '#server/features/export/export-entry.ts'
import { writeZip } from '#server/features/export/write-zip.ts'
import type { MirrorSummary } from '#server/features/mirror/crawl-site.ts'
import { createMirror } from '#server/features/mirror/create-mirror.ts'
import { writeMirrorFolder } from '#server/features/mirror/write-mirror-folder.ts'
import type { Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/open-database.ts'
import type { Log } from '#server/platform/log.ts'
import { createStopList } from '#server/platform/process/shutdown.ts'
import type { JobQueue } from '#server/platform/queue/job-queue.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { openServices, openSiteServices } from '#server/start/open-services.ts'

export interface MirrorResult extends MirrorSummary {
  /** Files with another content than before; of a zip all. */
  changed: number
  removed: number
}

/**
 * Writes the pages for readers, with the files that they use, into a folder or a zip. The site may be running: this is one more process
 * that only reads.
 */
export async function exportMirror(
  { config, database, log, pages }: { config: Config; database: Database; log: Log; pages: Pages },
  { target, signal }: { target: string; signal: AbortSignal },
): Promise<MirrorResult> {
  const { sql } = database
  await requirePublication(sql)
  const started = createStopList(log)
  try {
    const secrets = await loadSecrets(config)
    const { publicDir } = pages
    const services = await openServices({
      config,
      secrets,
      database,
      queue: NO_QUEUE,
      publicDir,
      log,
      started,
    })
    const options = { config, database, secrets, cachesPages: false, started }
    const site = await openSiteServices({ ...services, cdn: null }, options)
    const app = createApp(site, pages)
    const deps = {
      sql,
      siteUrl: config.siteUrl,
      settings: services.settings.current(),
      pages: await pages.loadPages(),
      fetch: app.fetch,
      imageSource: services.imageSource,
      publishableKey: secrets.publishableKey,
    }
    const summary: MirrorSummary = { pages: 0, files: 0, missing: [], failed: [], audioLeftOut: 0 }
    const entries = createMirror(deps, { summary, signal })
    if (!target.endsWith('.zip')) return { ...(await writeMirrorFolder(target, entries)), ...summary }
    await writeZip(target, entries, signal)
    return { changed: summary.files, removed: 0, ...summary }
  } finally {
    await started.stopAll()
  }
}

/** Reading a page asks for no work. */
const NO_QUEUE: JobQueue = { enqueue: refuse, retry: refuse, dismiss: refuse }

function refuse(): never {
  throw new Error('A mirror asks for no work')
}
