import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { onTestFinished } from 'vitest'
import { PRESENT, readSchema, type SchemaSource } from '#server/platform/database/schema.ts'
import { createTemporaryFolder } from './temporary-folder.ts'

export const NEXT = '99.0.0'

/** A release after the present one: one more file of its schema, and the migration that leads there. */
export async function makeNextRelease(schema: string, migration = schema): Promise<SchemaSource> {
  const folder = createTemporaryFolder('next-release')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  for (const name of ['schemas', 'migrations', 'releases']) await mkdir(join(folder, name))
  await writeFile(join(folder, 'schemas/01_next.sql'), `-- A test.\n${schema}`)
  await writeFile(join(folder, 'migrations', `${NEXT}.sql`), `-- A test.\n${migration}`)
  await writeFile(
    join(folder, 'releases', `${PRESENT.release}.sql.br`),
    brotliCompressSync(await readSchema(PRESENT)),
  )
  return { release: NEXT, parts: [...PRESENT.parts, folder], history: folder }
}
