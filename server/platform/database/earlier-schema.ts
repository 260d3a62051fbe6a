import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Session } from '#server/platform/database/connection.ts'
import {
  createRecord,
  listMigrations,
  listSchemaFiles,
  recordMigration,
  type SchemaPart,
} from '#server/platform/database/schema.ts'

/**
 * The versions of a database that this program does not know, because a newer one applied them. Those up to the baseline are all in it.
 */
export async function listUnknownVersions(
  { folder, baseline }: SchemaPart,
  versions: readonly string[],
): Promise<string[]> {
  const known = new Set((await listMigrations(join(folder, 'migrations'))).map(({ version }) => version))
  return versions.filter((version) => version > baseline && !known.has(version))
}

/**
 * Creates a part of an empty database as it was with exactly these versions: from the schema files when these are all, and otherwise
 * from the baseline and the migrations among them.
 */
export async function createEarlierSchema(
  transaction: Session,
  part: SchemaPart,
  versions: readonly string[],
): Promise<void> {
  const { folder, recordedIn } = part
  const migrations = await listMigrations(join(folder, 'migrations'))
  const wanted = migrations.filter(({ version }) => versions.includes(version))
  const isPresent = wanted.length === migrations.length
  await createRecord(transaction, recordedIn)
  await transaction.script(isPresent ? await readSchemaFiles(folder) : await readBaseline(folder))
  await recordMigration(transaction, recordedIn, { version: part.baseline, name: 'baseline', statements: '' })
  for (const migration of wanted) {
    if (!isPresent) await transaction.script(migration.statements)
    await recordMigration(transaction, recordedIn, migration)
  }
}

async function readSchemaFiles(folder: string): Promise<string> {
  return (await listSchemaFiles(folder)).map(({ statements }) => statements).join('\n')
}

/** The schema files as they were at the baseline, before the first migration. */
async function readBaseline(folder: string): Promise<string> {
  return (await promisify(gunzip)(await readFile(join(folder, 'baseline.sql.gz')))).toString()
}
