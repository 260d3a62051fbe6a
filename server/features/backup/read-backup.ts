import { createHash, type Hash } from 'node:crypto'
import { readArchive } from '#server/features/backup/archive.ts'
import { BackupError } from '#server/features/backup/backup-error.ts'
import {
  FORMAT,
  MANIFEST_NAME,
  MAX_JSON_BYTES,
  type Manifest,
  manifest,
  SECRETS_NAME,
  STORED_FILE,
  TABLE_CHUNK,
} from '#server/features/backup/manifest.ts'
import { parseJson } from '#server/platform/parse-json.ts'
import { type Secrets, secrets } from '#server/platform/secrets.ts'

/** Gets the parts of a backup while it is read. An error that it throws ends the reading. */
interface BackupVisitor {
  chunk?(table: string, rows: Buffer): Promise<void>
  file?(name: string, content: Buffer): Promise<void>
}

export interface ReadBackup {
  manifest: Manifest
  secrets: Secrets
}

export interface Sum {
  rows: number
  bytes: number
  hash: Hash
}

export const newSum = (): Sum => ({ rows: 0, bytes: 0, hash: createHash('sha256') })

function countRows(rows: Buffer): number {
  let count = 0
  for (let at = 0; at < rows.length; at++) if (rows[at] === 10) count++
  return count
}

/** Adds a stored file to the sum of all of them. */
export function addFile(sum: Sum, name: string, content: Buffer): void {
  sum.rows++
  sum.bytes += content.length
  sum.hash.update(`${name} ${content.length}\n`).update(content)
}

export function addChunk(sum: Sum, rows: Buffer): void {
  sum.rows += countRows(rows)
  sum.bytes += rows.length
  sum.hash.update(rows)
}

/**
 * Reads a whole backup and compares each part with what the manifest at its end says.
 * @throws BackupError when anything differs, when it has anything else, and when a newer program made it
 */
export async function readBackup(
  path: string,
  passphrase: string | undefined,
  visitor: BackupVisitor = {},
): Promise<ReadBackup> {
  const tables = new Map<string, Sum>()
  const files = newSum()
  let at = { table: '', chunk: 0, file: '' }
  let keys: Buffer | null = null
  let found: Manifest | null = null

  for await (const { name, content } of readArchive(path, passphrase)) {
    const [, table, chunk] = TABLE_CHUNK.exec(name) ?? []
    const [, file] = STORED_FILE.exec(name) ?? []
    if (found) throw misplaced(name)
    if (table !== undefined && at.file === '' && !keys) {
      const expected = table === at.table ? at.chunk + 1 : 0
      if (table < at.table || Number(chunk) !== expected || tables.size > 1000) throw misplaced(name)
      at = { ...at, table, chunk: expected }
      const sum = tables.get(table) ?? newSum()
      tables.set(table, sum)
      addChunk(sum, content)
      await visitor.chunk?.(table, content)
    } else if (file !== undefined && file > at.file && !keys) {
      at.file = file
      addFile(files, file, content)
      await visitor.file?.(file, content)
    } else if (name === SECRETS_NAME && !keys) keys = content
    else if (name === MANIFEST_NAME && keys) found = parseManifest(content)
    else throw misplaced(name)
  }
  if (!found || !keys) throw new BackupError('The backup is damaged or was cut short.')
  compare(found, { tables, files, keys })
  return { manifest: found, secrets: parseSecrets(keys) }
}

const misplaced = (name: string) =>
  new BackupError(
    `The backup has an entry that does not belong there: ${JSON.stringify(name.slice(0, 200))}.`,
  )

function parseManifest(content: Buffer): Manifest {
  const given = parseContent(content)
  const format = (given as { format?: unknown } | null)?.format
  if (typeof format === 'number' && format > FORMAT) {
    throw new BackupError(
      'The backup was made by a newer version of AI Watch: use that version, or a later one.',
    )
  }
  const parsed = manifest.safeParse(given)
  if (!parsed.success) throw new BackupError('The backup is damaged: its manifest does not fit.')
  return parsed.data
}

function parseSecrets(content: Buffer): Secrets {
  const parsed = secrets.safeParse(parseContent(content))
  if (!parsed.success) throw new BackupError('The backup is damaged: its keys do not fit.')
  return parsed.data
}

function parseContent(content: Buffer): unknown {
  return content.length > MAX_JSON_BYTES ? null : parseJson(content.toString())
}

function compare(
  expected: Manifest,
  { tables, files, keys }: { tables: ReadonlyMap<string, Sum>; files: Sum; keys: Buffer },
): void {
  const unlike = (part: string) =>
    new BackupError(`The backup is damaged: ${part} is not what was backed up.`)
  const names = new Set(expected.tables.map(({ name }) => name))
  const unknown = [...tables.keys()].find((name) => !names.has(name))
  if (unknown !== undefined || names.size !== expected.tables.length)
    throw unlike(unknown ?? 'the list of tables')
  for (const { name, rows, bytes, sha256 } of expected.tables) {
    const sum = tables.get(name) ?? newSum()
    if (sum.rows !== rows || sum.bytes !== bytes || sum.hash.digest('hex') !== sha256) throw unlike(name)
  }
  const isLike =
    files.rows === expected.files.count &&
    files.bytes === expected.files.bytes &&
    files.hash.digest('hex') === expected.files.sha256
  if (!isLike) throw unlike('a stored file')
  if (createHash('sha256').update(keys).digest('hex') !== expected.secrets.sha256)
    throw unlike('the keys of the site')
}
