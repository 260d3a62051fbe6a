import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { from as copyFrom } from 'pg-copy-streams'
import { BackupError } from '#server/features/backup/backup-error.ts'
import { inMegabytes } from '#server/features/backup/in-megabytes.ts'
import type { Manifest, TableOfBackup } from '#server/features/backup/manifest.ts'
import { type BackupClient, onBackupClient } from '#server/features/backup/open-client.ts'
import { type ReadBackup, readBackup } from '#server/features/backup/read-backup.ts'
import { copied, hasTables, listTables, prepareLoading, setSequence } from '#server/features/backup/tables.ts'
import type { Config } from '#server/platform/config.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { createEarlierSchema, listUnknownVersions } from '#server/platform/database/earlier-schema.ts'
import { isInUse } from '#server/platform/database/listen.ts'
import type { Database } from '#server/platform/database/open-database.ts'
import { createRequestRoles, prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { requireUsableDatabase } from '#server/platform/database/require-usable.ts'
import { OWN_SUPABASE, PRODUCT, type SchemaPart } from '#server/platform/database/schema.ts'
import { freeBytes } from '#server/platform/disk/free-bytes.ts'
import { storeSecrets } from '#server/platform/secrets.ts'
import { openBackend } from '#server/supabase/storage/backends/storage-backend.ts'

const FILES_AT_ONCE = 4

/** The parts of the schema in the order in which they are created. */
const PARTS: readonly SchemaPart[] = [...OWN_SUPABASE, PRODUCT]

type RestoreConfig = Pick<
  Config,
  'dataDir' | 'storageDir' | 's3' | 'keys' | 'databaseUrl' | 'backupPassphrase'
>

/**
 * Reads a backup to its end and decides whether this program can restore it here, before anything is changed.
 * @throws BackupError when it cannot
 */
export async function checkBackup(file: string, config: RestoreConfig): Promise<ReadBackup> {
  const backup = await readBackup(file, config.backupPassphrase)
  for (const part of PARTS) await requireKnown(part, versionsOf(backup.manifest, part))
  const { jwtSecret } = config.keys
  if (jwtSecret && jwtSecret !== backup.secrets.jwtSecret) {
    throw new BackupError(
      'JWT_SECRET: is not that of the backup, whose links would not work: set the same, or none to take it from the backup.',
    )
  }
  await requireSpace(backup.manifest, config)
  return backup
}

async function requireKnown(part: SchemaPart, versions: readonly string[]): Promise<void> {
  const unknown = await listUnknownVersions(part, versions)
  if (unknown.length > 0) {
    throw new BackupError(
      `The backup was made by a newer version of AI Watch (migration ${unknown.at(-1)}): use that version, or a later one.`,
    )
  }
  if (!versions.includes(part.baseline)) throw new BackupError('The backup is of a database that is too old.')
}

function versionsOf({ versions }: Manifest, { recordedIn }: SchemaPart): readonly string[] {
  return versions[recordedIn as keyof Manifest['versions']]
}

/** Only for what is stored on this machine. */
async function requireSpace({ tables, files }: Manifest, config: RestoreConfig): Promise<void> {
  const rows = tables.reduce((sum, { bytes }) => sum + bytes, 0)
  const places = [
    { folder: config.dataDir, bytes: config.databaseUrl ? 0 : rows },
    { folder: config.storageDir, bytes: config.s3 ? 0 : files.bytes },
  ]
  const needed = places.reduce((sum, { bytes }) => sum + bytes, 0)
  for (const { folder, bytes } of places) {
    const free = bytes > 0 ? await freeBytes(folder).catch(() => Infinity) : Infinity
    if (free < needed) {
      throw new BackupError(
        `The backup needs ${inMegabytes(needed)}, and ${folder} has ${inMegabytes(free)} left.`,
      )
    }
  }
}

/**
 * Restores a backup that was checked into an empty place: the database in one transaction, files before it, keys just before its end. What
 * a process that was killed has left of it is no obstacle to the next. Then the database is brought to the present state.
 */
export async function restoreBackup(
  file: string,
  backup: ReadBackup,
  { address, sql }: Database,
  config: RestoreConfig,
): Promise<void> {
  await onBackupClient(address, async (opened) => {
    if (await isInUse(sql)) throw new BackupError('AI Watch is running on this database: stop it first.')
    await requireUsableDatabase(sql)
    if (await hasTables(opened.sql)) {
      throw new BackupError(
        'The database is not empty: restore into an empty one, or empty this one with npm run db:reset -- --yes.',
      )
    }
    await createRequestRoles(sql)
    await opened.sql.script('begin')
    await load(file, backup, opened, config)
    await hold(opened.sql, backup.manifest)
    await storeSecrets(config.dataDir, backup.secrets)
    await opened.sql.script('commit')
  })
  await prepareDatabase(sql)
  await sql.script('analyze')
}

async function load(
  file: string,
  checked: ReadBackup,
  { client, sql }: BackupClient,
  config: RestoreConfig,
): Promise<void> {
  const { manifest } = checked
  await sql.script("set local maintenance_work_mem = '128MB'; set local search_path = default")
  for (const part of PARTS) await createEarlierSchema(sql, part, versionsOf(manifest, part))
  await sql.script("revoke create on schema public from public; set local search_path = ''")
  const tables = await listTables(sql)
  requireSameTables(manifest.tables, tables)
  const restored = await prepareLoading(sql, tables)
  const rows = createLoader(client, new Map(manifest.tables.map((table) => [table.name, table])))
  const files = await createFileLoader(config)
  const reading = readBackup(file, config.backupPassphrase, { chunk: rows.add, file: files.add })
  const loaded = await reading.finally(() => files.settle())
  if (!isDeepStrictEqual(loaded, checked))
    throw new BackupError(`${file} was replaced while it was being restored: try again.`)
  await rows.end()
  files.requireNoFailure()
  for (const statement of restored) await sql.script(statement)
  for (const sequence of manifest.sequences) {
    if (!(await setSequence(sql, sequence))) throw unlikeVersion(sequence.name)
  }
}

/** The statements name no table and no column that is not there. */
function requireSameTables(
  expected: readonly TableOfBackup[],
  present: readonly { name: string; columns: string[] }[],
): void {
  const columns = new Map(present.map((table) => [table.name, [...table.columns].sort().join(' ')]))
  const other = expected.find((table) => columns.get(table.name) !== [...table.columns].sort().join(' '))
  if (!other && expected.length === present.length) return
  throw unlikeVersion(other?.name ?? 'a table')
}

const unlikeVersion = (name: string) =>
  new BackupError(`The backup does not fit its version: ${name} is another one.`)

/** Gives the chunks of each table to one COPY. */
function createLoader(client: BackupClient['client'], tables: ReadonlyMap<string, TableOfBackup>) {
  let open: { table: TableOfBackup; copy: ReturnType<typeof copyFrom>; ended: Promise<void> } | null = null

  async function end(): Promise<void> {
    if (!open) return
    const { table, copy, ended } = open
    open = null
    copy.end()
    await ended
    if (copy.rowCount !== table.rows) throw new BackupError(`${table.name} was not restored as a whole.`)
  }

  async function add(name: string, content: Buffer): Promise<void> {
    if (open?.table.name !== name) {
      await end()
      const table = tables.get(name)
      if (!table) throw new BackupError(`The backup has a table that is not in its list: ${name}.`)
      const copy = client.query(copyFrom(`copy ${copied(table)} from stdin`))
      const ended = finished(copy)
      ended.catch(() => {})
      open = { table, copy, ended }
    }
    const { copy, ended } = open
    if (!copy.write(content)) await Promise.race([once(copy, 'drain'), ended])
  }

  return { add, end }
}

/** Stores files, several at once. */
async function createFileLoader({ storageDir: folder, s3 }: RestoreConfig) {
  const incoming = join(folder, 'incoming')
  await mkdir(incoming, { recursive: true, mode: 0o700 })
  const backend = openBackend({ folder, s3 })
  const waiting = new Set<Promise<void>>()
  const failures: unknown[] = []

  function requireNoFailure(): void {
    if (failures.length > 0) throw failures[0]
  }

  async function store(name: string, content: Buffer): Promise<void> {
    const path = join(incoming, `${randomUUID()}.restored`)
    try {
      await writeFile(path, content, { mode: 0o600 })
      const sha256 = createHash('sha256').update(content).digest('hex')
      await backend.put(name, { path, size: content.length, sha256, type: 'application/octet-stream' })
    } finally {
      await rm(path, { force: true })
    }
  }

  return {
    async add(name: string, content: Buffer): Promise<void> {
      requireNoFailure()
      const storing = store(name, content)
        .catch((error) => void failures.push(error))
        .finally(() => waiting.delete(storing))
      waiting.add(storing)
      if (waiting.size >= FILES_AT_ONCE) await Promise.race(waiting)
    },
    /** Waits until none is under way, whatever became of them. */
    settle: () => Promise.all(waiting),
    requireNoFailure,
  }
}

/** Until an administrator confirms it, nothing that waits goes on by itself. */
async function hold(sql: Session, { madeAt }: Manifest): Promise<void> {
  await sql`insert into private.restorations (made_at) values (${madeAt}::timestamptz)`
}
