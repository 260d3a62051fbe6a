import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '#server/platform/database/connection.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'
import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { readExposed } from '#server/supabase/rest/catalog/catalog.ts'
import { writeTypes } from '#server/supabase/rest/catalog/write-types.ts'

/** Writes the types of what `/rest/v1` offers, as the migrations of this checkout make it. */
const dataDir = await mkdtemp(join(tmpdir(), 'ai-watch-types-'))
// PostgreSQL does not run as root, and its own user has to reach this folder.
await chmod(dataDir, 0o755)
const server = await startEmbeddedPostgres({ dataDir })
try {
  const sql = connect(server.connection)
  await prepareDatabase(sql)
  await writeFile('core/data/database.types.ts', writeTypes(await readExposed(sql)))
  await sql.end()
} finally {
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}
