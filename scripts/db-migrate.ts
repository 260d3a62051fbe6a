import { createLite } from '#server/backend/lite.ts'
import { prepareDatabase } from '#server/backend/prepare-database.ts'
import { createLog } from '#server/log.ts'
import { loadSecrets } from '#server/secrets.ts'
import { runWithDatabase } from './command-line.ts'

/** Applies pending migrations without starting the site; `npm start` does the same by itself. */
await runWithDatabase(async ({ sql, address }, config) => {
  const log = createLog(config.logLevel)
  const lite = createLite({ address, secrets: await loadSecrets(config), siteUrl: config.siteUrl, log })
  const applied = await prepareDatabase(sql, lite)
  await lite.close()
  console.log(
    applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Nothing to apply: the database is up to date.',
  )
})
