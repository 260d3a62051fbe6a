import { join } from 'node:path'
import type { Session } from '#server/platform/database/connection.ts'
import {
  applyMigrations,
  applySchema,
  createRecord,
  listMigrations,
  readEarlierMigrations,
  type SchemaPart,
} from '#server/platform/database/schema.ts'

/** The versions of a database that this program does not know, because a newer one applied them. Those up to the baseline are all in it. */
export async function listUnknownVersions(
  { folder, baseline }: SchemaPart,
  versions: readonly string[],
): Promise<string[]> {
  const known = new Set((await listMigrations(join(folder, 'migrations'))).map(({ version }) => version))
  return versions.filter((version) => version > baseline && !known.has(version))
}

/**
 * Creates a part of an empty database as it was with exactly these versions after the baseline: from the schema files when these are all,
 * and otherwise by the migrations among them, after all earlier ones.
 */
export async function createEarlierSchema(
  transaction: Session,
  part: SchemaPart,
  versions: readonly string[],
): Promise<void> {
  const { folder, recordedIn } = part
  const migrations = await listMigrations(join(folder, 'migrations'))
  const wanted = migrations.filter(({ version }) => versions.includes(version))
  if (wanted.length === migrations.length) {
    await applySchema(transaction, part, { isEmpty: true })
    return
  }
  await createRecord(transaction, recordedIn)
  const earlier = (await readEarlierMigrations())[recordedIn] ?? []
  await applyMigrations(transaction, recordedIn, [...earlier, ...wanted])
}
