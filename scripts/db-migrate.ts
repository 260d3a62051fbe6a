import { prepareDatabase } from '#server/platform/database/prepare-database.ts'
import { runWithDatabase } from './command-line.ts'

/** Brings the database to the release of this version without starting the site; with `--yes` also without a backup of the last day. */
await runWithDatabase(async ({ sql }) => {
  const releases = await prepareDatabase(sql, { isBackedUp: process.argv[2] === '--yes' })
  console.log(
    releases.length > 0
      ? `The database is now of AI Watch ${releases.at(-1)}.`
      : 'Nothing to do: the database has the schema of this version.',
  )
})
