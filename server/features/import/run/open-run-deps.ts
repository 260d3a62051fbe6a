import { MAX_IMPORT_BYTES } from '#core/domain/site-import.ts'
import type { RunDeps } from '#server/features/import/run/prepare-run.ts'
import type { Config } from '#server/platform/config.ts'
import { connect, type DatabaseAddress } from '#server/platform/database/connection.ts'
import { createImageWorker } from '#server/platform/images/worker/image-worker.ts'
import { createFileFetcher, type FileFetcher } from '#server/platform/links/fetch-file.ts'
import { createPictureFetcher } from '#server/platform/links/picture-fetcher.ts'
import { createLog } from '#server/platform/log.ts'
import { openSettings } from '#server/platform/settings/live-settings.ts'
import { openStorage } from '#server/supabase/storage/open-storage.ts'

/** The parts of the configuration that an import needs. */
export type RunConfig = Pick<
  Config,
  'siteUrl' | 'dataDir' | 'storageDir' | 's3' | 'pictureServers' | 'contactEmail' | 'newsletterZone'
>

export interface OpenRunDeps {
  deps: RunDeps & { dataDir: string; importFiles: FileFetcher }
  close(): Promise<void>
}

const CONNECTIONS = 3

/** Opens what an import needs in a process of its own. */
export async function openRunDeps(address: DatabaseAddress, config: RunConfig): Promise<OpenRunDeps> {
  const { siteUrl, dataDir, pictureServers: allowed } = config
  const sql = connect(address, { max: CONNECTIONS, application_name: 'ai-watch import' })
  const environment = { contact_address: config.contactEmail, newsletter_zone: config.newsletterZone }
  const settings = await openSettings({ sql, environment, log: createLog('warn') })
  const storage = await openStorage({ folder: config.storageDir, s3: config.s3, address })
  return {
    deps: {
      sql,
      siteUrl,
      dataDir,
      settings,
      storage,
      images: createImageWorker(),
      pictures: createPictureFetcher({ siteUrl, allowed }),
      importFiles: createFileFetcher({ siteUrl, maxBytes: MAX_IMPORT_BYTES, allowed }),
    },
    async close() {
      settings.stop()
      await storage.close()
      await sql.end()
    },
  }
}
