import { createHash } from 'node:crypto'
import { to as copyTo } from 'pg-copy-streams'
import { type ArchiveEntry, writeArchive } from '#server/features/backup/archive.ts'
import { BackupError } from '#server/features/backup/backup-error.ts'
import {
  CHUNK_BYTES,
  FORMAT,
  MANIFEST_NAME,
  MAX_ENTRY_BYTES,
  type Manifest,
  SECRETS_NAME,
  type TableOfBackup,
} from '#server/features/backup/manifest.ts'
import { type BackupClient, onBackupClient } from '#server/features/backup/open-client.ts'
import { addChunk, addFile, newSum } from '#server/features/backup/read-backup.ts'
import { copied, listSequences, listTables, quote, type Table } from '#server/features/backup/tables.ts'
import { lockSession } from '#server/platform/database/advisory-lock.ts'
import type { DatabaseAddress, Session } from '#server/platform/database/connection.ts'
import { describeState, readRecord } from '#server/platform/database/schema.ts'
import type { Secrets } from '#server/platform/secrets.ts'
import { VERSION } from '#server/platform/version.ts'
import type { StorageBackend } from '#server/supabase/storage/backends/storage-backend.ts'

/** Removing the files of one transaction takes seconds at most. */
const REMOVALS_END_MS = 60_000
const FILES_AT_ONCE = 200
/** The amount that is read in advance, because a file in a bucket takes tens of milliseconds. */
const READ_AHEAD = { files: 4, bytes: 4 * 1024 * 1024 }

export interface BackupSource {
  address: DatabaseAddress
  backend: StorageBackend
  secrets: Secrets
  siteUrl: string
}

/**
 * Backs up a site, which may be running, into a file: everything as it was at one moment. Files that are removed meanwhile stay until the
 * backup has ended.
 * @throws BackupError when it cannot be made; then there is no new file under the name
 */
export function createBackup(
  source: BackupSource,
  file: string,
  options: { passphrase: string | undefined; signal: AbortSignal },
): Promise<Manifest> {
  return onBackupClient(source.address, async (opened) => {
    const { sql } = opened
    await lockSession(sql, 'fileRemoval', REMOVALS_END_MS)
    // Locked before the snapshot is taken, so that no table changes its columns between the two.
    const names = (await listTables(sql)).map(({ name }) => quote(name))
    if (names.length === 0) throw new BackupError('There is nothing to back up: the database is empty.')
    await sql.script(
      `begin isolation level repeatable read read only; lock table ${names.join(', ')} in access share mode`,
    )
    const manifest = await describe(source, sql)
    await writeArchive(file, listEntries(source, opened, manifest), options)
    return manifest
  })
}

/** The manifest, without what is known only when all parts are written. */
async function describe({ secrets, siteUrl }: BackupSource, sql: Session): Promise<Manifest> {
  const [{ postgres }] = await sql<
    [{ postgres: string }]
  >`select current_setting('server_version') as postgres`
  const record = await readRecord(sql)
  if (!record) throw new BackupError(describeState({ is: 'unreleased' }) ?? '')
  return {
    format: FORMAT,
    program: VERSION,
    madeAt: new Date().toISOString(),
    siteUrl,
    postgres,
    schema: { release: record.release, hash: record.hash },
    tables: [],
    sequences: await listSequences(sql),
    files: { count: 0, bytes: 0, sha256: '', missing: 0 },
    secrets: { sha256: createHash('sha256').update(secretsText(secrets)).digest('hex') },
  }
}

const secretsText = (secrets: Secrets): string => `${JSON.stringify(secrets, null, 2)}\n`

/** The parts in their order; fills in the manifest, which is the last of them. */
async function* listEntries(
  { backend, secrets }: BackupSource,
  { client, sql }: BackupClient,
  manifest: Manifest,
): AsyncGenerator<ArchiveEntry> {
  for (const table of await listTables(sql)) manifest.tables.push(yield* listChunks(client, table))
  const sum = newSum()
  for await (const { name, content } of readFiles(sql, backend)) {
    if (!content) {
      manifest.files.missing++
      continue
    }
    addFile(sum, name, content)
    yield { name: `files/${name}`, content }
  }
  manifest.files = { ...manifest.files, count: sum.rows, bytes: sum.bytes, sha256: sum.hash.digest('hex') }
  yield { name: SECRETS_NAME, content: Buffer.from(secretsText(secrets)) }
  yield { name: MANIFEST_NAME, content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) }
}

/** The rows of a table as COPY writes them, in chunks that end with a row. */
async function* listChunks(
  client: BackupClient['client'],
  table: Table,
): AsyncGenerator<ArchiveEntry, TableOfBackup> {
  const sum = newSum()
  let number = 0
  const chunkOf = (content: Buffer): ArchiveEntry => {
    if (content.length > MAX_ENTRY_BYTES)
      throw new BackupError(`A row of ${table.name} is too large to be backed up.`)
    addChunk(sum, content)
    return { name: `tables/${table.name}/${String(number++).padStart(6, '0')}.copy`, content }
  }
  let parts: Buffer[] = []
  let bytes = 0
  for await (const part of client.query(copyTo(`copy ${copied(table)} to stdout`)) as AsyncIterable<Buffer>) {
    parts.push(part)
    bytes += part.length
    const end = bytes < CHUNK_BYTES ? -1 : part.lastIndexOf(10)
    if (end === -1) continue
    const rest = part.subarray(end + 1)
    yield chunkOf(Buffer.concat(parts, bytes - rest.length))
    parts = [rest]
    bytes = rest.length
  }
  if (bytes > 0) yield chunkOf(Buffer.concat(parts, bytes))
  return { ...table, rows: sum.rows, bytes: sum.bytes, sha256: sum.hash.digest('hex') }
}

interface StoredFile {
  name: string
  /** Null when it is not there any more. */
  content: Buffer | null
}

async function* readFiles(sql: Session, backend: StorageBackend): AsyncGenerator<StoredFile> {
  await sql`
    declare files cursor for select version as name, metadata ->> 'size' as size
    from storage.objects order by version collate "C"`
  const ahead: { reading: Promise<StoredFile>; size: number }[] = []
  let bytes = 0
  for (;;) {
    const { rows } = await sql.run(`fetch ${FILES_AT_ONCE} from files`)
    for (const { name, size: text } of rows as { name: string; size: string | null }[]) {
      const size = Number(text) || 0
      const reading = readStored(backend, name)
      reading.catch(() => {})
      ahead.push({ reading, size })
      bytes += size
      while (ahead.length > READ_AHEAD.files || (ahead.length > 1 && bytes > READ_AHEAD.bytes)) {
        const [next] = ahead.splice(0, 1)
        if (next) yield await next.reading
        bytes -= next?.size ?? 0
      }
    }
    if (rows.length === 0) break
  }
  for (const { reading } of ahead) yield await reading
}

async function readStored(backend: StorageBackend, name: string): Promise<StoredFile> {
  const content = await readWhole(backend, name, () => {
    throw new BackupError(`The stored file ${name} is too large to be backed up.`)
  })
  return { name, content }
}

/** A stored file in memory; null when there is none. `tooLarge` says what becomes of one that is larger than an entry of a backup. */
export async function readWhole(
  backend: StorageBackend,
  name: string,
  tooLarge: () => null,
): Promise<Buffer | null> {
  const stream = await backend.read(name)
  if (!stream) return null
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of stream) {
    parts.push(part)
    bytes += part.length
    if (bytes > MAX_ENTRY_BYTES) return tooLarge()
  }
  return Buffer.concat(parts)
}
