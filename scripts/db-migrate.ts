import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { runWithDatabase } from './command-line.ts'

/** Applies pending migrations without starting the site; `npm start` does the same by itself. */
await runWithDatabase(async ({ sql }) => {
  const applied = await prepareDatabase(sql)
  console.log(
    applied.length > 0 ? `Applied: ${applied.join(', ')}` : 'Nothing to apply: the database is up to date.',
  )
})
