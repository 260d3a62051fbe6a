import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { plainFileName } from '#core/domain/media-input.ts'
import { IMPORT_BUCKET, IMPORT_PART_BYTES, MAX_IMPORT_BYTES } from '#core/domain/site-import.ts'
import type { Report } from '#server/features/import/imported.ts'
import type { ImportRow } from '#server/features/import/run/import-rows.ts'
import type { RunDeps } from '#server/features/import/run/prepare-run.ts'
import { type ImportSource, openSource } from '#server/features/import/source/import-source.ts'
import type { Config } from '#server/platform/config.ts'
import { connect, type DatabaseAddress } from '#server/platform/database/connection.ts'
import { UnreadableSource } from '#server/platform/documents/source-file.ts'
import { createImageWorker } from '#server/platform/images/worker/image-worker.ts'
import { createFileFetcher, FileFetchError, type FileFetcher } from '#server/platform/links/fetch-file.ts'
import { createPictureFetcher } from '#server/platform/links/picture-fetcher.ts'
import { createLog } from '#server/platform/log.ts'
import { openSettings } from '#server/platform/settings/live-settings.ts'
import { openStorage } from '#server/supabase/storage/open-storage.ts'

type Deps = Pick<OpenRunDeps['deps'], 'storage' | 'dataDir' | 'importFiles'>

/** No job takes as long, so what is older was left by a process that was killed. */
const OLDEST_MS = 13 * 60 * 60 * 1_000

/**
 * Puts the source of an import on this machine together, and opens it. Closing it removes it from here.
 * @throws UnreadableSource
 */
export async function openImport(
  deps: Deps,
  row: Pick<ImportRow, 'id' | 'name' | 'kind' | 'size'>,
  { report, signal }: { report: Report; signal: AbortSignal },
): Promise<ImportSource> {
  const root = join(deps.dataDir, 'imports')
  await mkdir(root, { recursive: true, mode: 0o700 })
  await removeLeftovers(root, row.id)
  const folder = join(root, row.id)
  await mkdir(folder, { mode: 0o700 })
  try {
    const path = join(folder, fileNameOf(row))
    if (row.kind === 'address') await fetchTo(deps, row.name, { path, signal })
    else await joinParts(deps, row, { path, signal })
    const source = await openSource(path, report)
    const close = async () => {
      await source.close()
      await rm(folder, { recursive: true, force: true })
    }
    return { ...source, close }
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

/** Of this import, which nobody else reads on this machine, and of processes that were killed long ago. */
async function removeLeftovers(root: string, id: string): Promise<void> {
  for (const name of await readdir(root)) {
    const path = join(root, name)
    const found = await stat(path).catch(() => null)
    if (name === id || (found && found.mtimeMs < Date.now() - OLDEST_MS))
      await rm(path, { recursive: true, force: true })
  }
}

function fileNameOf({ name, kind }: Pick<ImportRow, 'name' | 'kind'>): string {
  const { pathname = '', hostname = '' } = (kind === 'address' ? URL.parse(name) : null) ?? {}
  const last = kind === 'address' ? (pathname.split('/').filter(Boolean).at(-1) ?? hostname) : name
  // The end of it has the ending, by which formats are recognised.
  const safe = [...plainFileName(last).replace(/[/\\]/g, ' ').trim()].slice(-60).join('')
  return safe.replace(/^[.\s]+/, '') || 'export'
}

async function fetchTo(
  { importFiles }: Deps,
  address: string,
  { path, signal }: { path: string; signal: AbortSignal },
): Promise<void> {
  try {
    await importFiles.fetch(address, path, signal)
  } catch (error) {
    throw error instanceof FileFetchError ? new UnreadableSource(error.message, { cause: error }) : error
  }
}

async function joinParts(
  { storage }: Deps,
  { id, name, size }: Pick<ImportRow, 'id' | 'name' | 'size'>,
  { path, signal }: { path: string; signal: AbortSignal },
): Promise<void> {
  const total = size ?? 0
  for (let part = 0; part * IMPORT_PART_BYTES < total; part++) {
    const [stored] = await storage.sql<{ version: string; size: number }[]>`
      select version, (metadata ->> 'size')::float8 as size from storage.objects
      where bucket_id = ${IMPORT_BUCKET} and name = ${`${id}/${part}`}`
    const expected = Math.min(IMPORT_PART_BYTES, total - part * IMPORT_PART_BYTES)
    const content = stored?.size === expected ? await storage.backend.read(stored.version) : null
    if (!content) throw new UnreadableSource(`${name} has not been uploaded to its end. Upload it again.`)
    await pipeline(content, createWriteStream(path, { flags: 'a', mode: 0o600 }), { signal })
  }
}

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
