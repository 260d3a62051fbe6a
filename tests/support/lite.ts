import { createLite, type Lite } from '#server/backend/lite.ts'
import { prepareDatabase } from '#server/backend/prepare-database.ts'
import type { DatabaseAddress, Sql } from '#server/database/connection.ts'
import { createLog } from '#server/log.ts'
import { TEST_SECRETS, TEST_SITE_URL } from './test-settings.ts'

/** The backend over a database that has every migration afterwards. */
export async function startTestLite(address: DatabaseAddress, sql: Sql): Promise<Lite> {
  const lite = createLite({
    address,
    secrets: TEST_SECRETS,
    siteUrl: TEST_SITE_URL,
    log: createLog('silent'),
  })
  await prepareDatabase(sql, lite)
  return lite
}
