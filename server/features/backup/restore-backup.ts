import { createHash, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { isDeepStrictEqual } from 'node:util'
import { DatabaseError } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { BackupError } from '#server/features/backup/backup-error.ts'
import { inMegabytes, type Manifest, type TableOfBackup } from '#server/features/backup/manifest.ts'
import { type BackupClient, onBackupClient } from '#server/features/backup/open-client.ts'
import { type ReadBackup, readBackup } from '#server/features/backup/read-backup.ts'
import {
  copied,
  hasTables,
  listTables,
  prepareLoading,
  setSequence,
  type Table,
} from '#server/features/backup/tables.ts'
import type { Config } from '#server/platform/config.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { describeOthers, EMPTY_DATABASE } from '#server/platform/database/empty-database.ts'
import { isInUse } from '#server/platform/database/listen.ts'
import type { Database } from '#server/platform/database/open-database.ts'
import { createRequestRoles } from '#server/platform/database/prepare-database.ts'
import { requireUsableDatabase } from '#server/platform/database/require-usable.ts'
import {
  compareSchema,
  createSchema,
  type Migration,
  MigrationError,
  migrate,
  PRESENT,
  presentHash,
  readRelease,
  readSchema,
  type SchemaSource,
} from '#server/platform/database/schema.ts'
import { storeSettingRules } from '#server/platform/database/setting-rules.ts'
import { leastFree } from '#server/platform/disk/files.ts'
import { readSecrets, storeSecrets } from '#server/platform/secrets.ts'
import { openBackend } from '#server/supabase/storage/backends/storage-backend.ts'

const FILES_AT_ONCE = 4

type RestoreConfig = Pick<
  Config,
  'dataDir' | 'storageDir' | 's3' | 'keys' | 'databaseUrl' | 'backupPassphrase'
>

/**
 * Reads a backup to its end and decides whether this program can restore it here, before anything is changed.
 * @throws BackupError when it cannot
 */
export async function checkBackup(
  file: string,
  config: RestoreConfig,
  source = PRESENT,
): Promise<ReadBackup> {
  const backup = await readBackup(file, config.backupPassphrase)
  await chooseSchema(backup.manifest, source)
  const { jwtSecret } = config.keys
  if (jwtSecret && jwtSecret !== backup.secrets.jwtSecret) {
    throw new BackupError(
      'JWT_SECRET: is not that of the backup, whose links would not work: set the same, or none to take it from the backup.',
    )
  }
  const stored = await readSecrets(config)
  if (stored && !isDeepStrictEqual(stored, backup.secrets)) {
    throw new BackupError(
      `DATA_DIR: ${join(config.dataDir, 'secrets.json')} has the keys of another site: move it away, or set another DATA_DIR.`,
    )
  }
  await requireSpace(backup.manifest, config)
  return backup
}

interface ChosenSchema {
  text: string
  release: string
  hash: string
  /** True if the backup is of this very schema, so that all of it has to fit. */
  isOwn: boolean
  /** The migrations that lead on from there. */
  migrations: Migration[]
}

/** The schema into which rows are loaded: that of their release, and otherwise the present one, for what agrees with it. */
async function chooseSchema({ schema, program }: Manifest, source: SchemaSource): Promise<ChosenSchema> {
  const state = schema ? await compareSchema({ ...schema, made_by: program }, source) : null
  if (state?.is === 'newer') {
    throw new BackupError(
      `The backup was made by a newer version of AI Watch (${state.record.release}): use that version, or a later one.`,
    )
  }
  const earlier = state?.is === 'older' ? await readRelease(source, state.record.release) : null
  if (state?.is === 'older' && earlier !== null) {
    const { release, hash } = state.record
    return { text: earlier, release, hash, isOwn: true, migrations: state.migrations }
  }
  const { release } = source
  const [text, hash] = [await readSchema(source), await presentHash(source)]
  return { text, release, hash, isOwn: state?.is === 'present', migrations: [] }
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
    const free = bytes > 0 ? ((await leastFree([folder]))?.free ?? Infinity) : Infinity
    if (free < needed) {
      throw new BackupError(
        `The backup needs ${inMegabytes(needed)}, and ${folder} has ${inMegabytes(free)} left.`,
      )
    }
  }
}

/** The differences between a backup and the schema into which it was restored, by names. */
interface Differences {
  /** The parts of the backup that have no place in the schema, and were left out. */
  left: string[]
  /** The parts of the schema that the backup does not have: empty, or filled with defaults. */
  lacking: string[]
}

/**
 * Restores a backup that was checked into an empty place: the database in one transaction, files before it, keys just before its end. What
 * a process that was killed has left of it is no obstacle to the next: the keys are those of no other site. A database of an earlier release is brought to the present one.
 */
export async function restoreBackup(
  file: string,
  backup: ReadBackup,
  { address, sql }: Database,
  config: RestoreConfig,
  source = PRESENT,
): Promise<Differences> {
  const differences = await onBackupClient(address, async (opened) => {
    if (await isInUse(sql)) throw new BackupError('AI Watch is running on this database: stop it first.')
    await requireUsableDatabase(sql)
    const isFilled = await hasTables(opened.sql)
    const others = isFilled ? await describeOthers(sql) : null
    if (others) throw new BackupError(`${others}: restore into another database.`)
    if (isFilled && !(await isUnused(sql)))
      throw new BackupError(
        'The database is not empty: restore into an empty one, or empty this one with npm run db:reset -- --yes.',
      )
    await createRequestRoles(sql)
    await opened.sql.script('begin')
    if (isFilled) await opened.sql.script(EMPTY_DATABASE)
    const differences = await load(file, backup, opened, { config, source }).catch((error) => {
      throw explain(error, backup.manifest)
    })
    await hold(opened.sql, backup.manifest)
    await storeSecrets(config.dataDir, backup.secrets)
    await opened.sql.script('commit')
    return differences
  })
  await sql.script('analyze')
  return differences
}

/**
 * Tells whether a database has what a start makes before anybody can use it, and nothing else: it may have failed, for example without its
 * bucket.
 */
async function isUnused(sql: Session): Promise<boolean> {
  const [made] = await sql<[{ exists: boolean }]>`
    select count(to_regclass(name)) = 3 as exists from unnest('{auth.users,public.articles,storage.objects}'::text[]) as name`
  if (!made.exists) return false
  const [row] = await sql<[{ unused: boolean }]>`
    select not exists (select from auth.users) and not exists (select from public.articles)
      and not exists (select from storage.objects) as unused`
  return row.unused
}

async function load(
  file: string,
  checked: ReadBackup,
  { client, sql }: BackupClient,
  { config, source }: { config: RestoreConfig; source: SchemaSource },
): Promise<Differences> {
  const { manifest } = checked
  const schema = await chooseSchema(manifest, source)
  await sql.script("set local maintenance_work_mem = '128MB'; set local search_path = default")
  await createSchema(sql, schema.text, schema)
  // An earlier schema has rules of its own.
  if (schema.migrations.length === 0) await storeSettingRules(sql)
  await sql.script("set local search_path = ''")
  const present = await listTables(sql)
  const { tables, left, lacking } = agree(manifest.tables, present)
  const requireFit = () => {
    const [more] = left
    const [name = more] = lacking
    if (!schema.isOwn || !name) return
    throw new BackupError(
      `The backup does not fit its version: ${more ? `it also has ${more}` : `it lacks ${name}`}. Undo that change in the database that it was made of, and back it up again.`,
    )
  }
  requireFit()
  const restored = await prepareLoading(
    sql,
    present,
    [...tables.values()].filter(({ columns }) => columns.length > 0),
  )
  const rows = createLoader(client, tables)
  const files = await createFileLoader(config)
  let isComplete = false
  /** Ends the rows before the first file, so that a row that a database refuses leaves no files. */
  async function completeRows(): Promise<void> {
    if (isComplete) return
    isComplete = true
    await rows.end()
    for (const statement of restored) await sql.script(statement)
    for (const sequence of manifest.sequences) {
      if (!(await setSequence(sql, sequence))) left.push(sequence.name)
    }
    requireFit()
    await sql.script('set local search_path = default')
    if (schema.migrations.length > 0) {
      await migrate(sql, schema.migrations, source)
      await storeSettingRules(sql)
    }
    await sql.script("set local search_path = ''")
  }
  const reading = readBackup(file, config.backupPassphrase, {
    chunk: rows.add,
    async file(name, content) {
      await completeRows()
      await files.add(name, content)
    },
  })
  const loaded = await reading.finally(() => files.settle())
  if (!isDeepStrictEqual(loaded, checked))
    throw new BackupError(`${file} was replaced while it was being restored: try again.`)
  await completeRows()
  files.requireNoFailure()
  return { left, lacking }
}

/** Explains what PostgreSQL says of a row or a migration, with the row and what to do. */
function explain(error: unknown, { program }: Manifest): unknown {
  if (error instanceof MigrationError)
    return new BackupError(
      `${error.message} Nothing was restored: use AI Watch ${program}, which made the backup.`,
    )
  // Others are no fault of the backup: data exceptions and integrity constraint violations are 22 and 23.
  if (!(error instanceof DatabaseError && /^2[23]/.test(error.code ?? ''))) return error
  const { schema, table, where = '', detail = '', message } = error
  const [, copied, row, key] = /^COPY ([^,]*), \D*(\d+)(?:: "([^\t"]*)\t)?/.exec(where) ?? []
  const name = table ? `${schema}.${table}` : (copied ?? 'The backup')
  const place = [name, row && `row ${row}`, key && `which begins with ${key},`]
  const said = [message, /^Key /.test(detail) && detail.replace(/\.$/, '')]
  return new BackupError(
    `${place.filter(Boolean).join(', ')} does not fit: ${said.filter(Boolean).join(': ')}. ` +
      `Correct that with AI Watch ${program}, which made the backup, and back it up again.`,
  )
}

interface LoadedTable extends Table {
  rows: number
  /** The number of columns that a row of the backup has, and the places of those of the table; null when they are all of them. */
  picked: { width: number; places: number[] } | null
}

/** Of each table of a backup what the database has too, so that statements name nothing else; and what only one of them has. */
function agree(expected: readonly TableOfBackup[], present: readonly Table[]) {
  const columnsOf = new Map(present.map(({ name, columns }) => [name, columns]))
  const left: string[] = []
  const tables = new Map<string, LoadedTable>()
  for (const { name, columns, rows } of expected) {
    const places = columns.flatMap((column, place) => (columnsOf.get(name)?.includes(column) ? [place] : []))
    const agreed = places.map((place) => columns[place] ?? '')
    if (agreed.length === 0) left.push(name)
    else
      left.push(...columns.filter((column) => !agreed.includes(column)).map((column) => `${name}.${column}`))
    const isWhole = agreed.length === columns.length
    tables.set(name, {
      name,
      columns: agreed,
      rows,
      picked: isWhole ? null : { width: columns.length, places },
    })
  }
  const lacking = present.flatMap(({ name, columns }) => {
    const found = tables.get(name)?.columns ?? []
    const missing = columns.filter((column) => !found.includes(column))
    return found.length === 0 ? [name] : missing.map((column) => `${name}.${column}`)
  })
  return { tables, left, lacking }
}

/** The columns at some places of each row, in the text of COPY, which writes tabs and line ends of values in another way. */
function pickColumns(content: Buffer, { width, places }: NonNullable<LoadedTable['picked']>): Buffer {
  const lines = content.toString('latin1').split('\n').slice(0, -1)
  const picked = lines.map((line) => {
    const cells = line.split('\t')
    if (cells.length !== width)
      throw new BackupError('The backup is damaged: a row has other columns than its table.')
    return `${places.map((place) => cells[place]).join('\t')}\n`
  })
  return Buffer.from(picked.join(''), 'latin1')
}

/** Gives the chunks of each table to one COPY. */
function createLoader(client: BackupClient['client'], tables: ReadonlyMap<string, LoadedTable>) {
  let open: { table: LoadedTable; copy: ReturnType<typeof copyFrom>; ended: Promise<void> } | null = null

  async function end(): Promise<void> {
    if (!open) return
    const { table, copy, ended } = open
    open = null
    copy.end()
    await ended
    if (copy.rowCount !== table.rows) throw new BackupError(`${table.name} was not restored as a whole.`)
  }

  async function add(name: string, content: Buffer): Promise<void> {
    const table = tables.get(name)
    if (!table) throw new BackupError(`The backup has a table that is not in its list: ${name}.`)
    if (table.columns.length === 0) return
    if (open?.table !== table) {
      await end()
      const copy = client.query(copyFrom(`copy ${copied(table)} from stdin`))
      const ended = finished(copy)
      ended.catch(() => {})
      open = { table, copy, ended }
    }
    const { copy, ended } = open
    const rows = table.picked ? pickColumns(content, table.picked) : content
    if (!copy.write(rows)) await Promise.race([once(copy, 'drain'), ended])
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
