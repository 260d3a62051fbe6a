import { cp, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createEarlierSchema, listUnknownVersions } from '#server/platform/database/earlier-schema.ts'
import { createRequestRoles, prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { applySchema, listMigrations, OWN_SUPABASE, PRODUCT } from '#server/platform/database/schema.ts'
import { createTestDatabase } from '../../../tests/support/database.ts'
import { readCatalog } from '../../../tests/support/schema-catalog.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'

const PARTS = [...OWN_SUPABASE, PRODUCT]

async function openBareDatabase() {
  const database = await createTestDatabase({ bare: true })
  onTestFinished(() => database.drop())
  await createRequestRoles(database.sql)
  await database.sql.script('revoke create on schema public from public')
  return database.sql
}

const versionsOf = async (folder: string) =>
  (await listMigrations(join(folder, 'migrations'))).map(({ version }) => version)

test('a database as it was at any migration is brought to exactly the present state', async () => {
  const expected = await openBareDatabase()
  await prepareDatabase(expected)
  const versions = await versionsOf(PRODUCT.folder)
  const half = versions.slice(0, versions.length >> 1)
  for (const applied of [[], half, versions.slice(0, -1), versions]) {
    const sql = await openBareDatabase()
    await sql.transaction(async (transaction) => {
      for (const part of PARTS) {
        const own = part === PRODUCT ? applied : await versionsOf(part.folder)
        await createEarlierSchema(transaction, part, own)
      }
    })
    expect(await prepareDatabase(sql)).toEqual(versions.slice(applied.length))
    expect(await readCatalog(sql)).toEqual(await readCatalog(expected))
  }
})

test.each(PARTS)('the part recorded in $recordedIn is made as it was at its baseline', async (part) => {
  const sql = await openBareDatabase()
  for (const other of PARTS.slice(0, PARTS.indexOf(part))) await applySchema(sql, other, { isEmpty: true })
  const folder = createTemporaryFolder('schema')
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await cp(part.folder, folder, { recursive: true })
  await mkdir(join(folder, 'migrations'), { recursive: true })
  await writeFile(join(folder, 'migrations/29990101000000_later.sql'), '-- Later.\nselect 1 / 0')
  await sql.transaction((transaction) =>
    createEarlierSchema(transaction, { ...part, folder }, [part.baseline]),
  )
  const recorded = await sql.run(`select max(version) as last from ${part.recordedIn}.schema_migrations`)
  expect(recorded.rows).toEqual([{ last: part.baseline }])
})

test('versions of a newer program are named', async () => {
  const versions = await versionsOf(PRODUCT.folder)
  expect(await listUnknownVersions(PRODUCT, ['20250101000000', PRODUCT.baseline, ...versions])).toEqual([])
  expect(await listUnknownVersions(PRODUCT, [...versions, '29990101000000'])).toEqual(['29990101000000'])
})
