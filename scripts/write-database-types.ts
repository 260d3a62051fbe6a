import { writeFile } from 'node:fs/promises'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { readExposed } from '#server/supabase/rest/catalog/catalog.ts'
import { listExposed, readTableProperties } from '#server/supabase/rest/catalog/table-properties.ts'
import { writeTypes } from '#server/supabase/rest/catalog/write-types.ts'
import { withTemporaryDatabases } from './temporary-databases.ts'

/** Writes the types of the interface `/rest/v1`, and the lists that follow from the properties of tables, as the schema files of this checkout define it. */
await withTemporaryDatabases(async (open) => {
  const sql = await open()
  await prepareDatabase(sql)
  const exposed = await readExposed(sql, await listExposed(sql))
  await writeFile('core/data/database.types.ts', writeTypes(exposed, await readTableProperties(sql)))
})
