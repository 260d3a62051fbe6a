import { isInUse } from '#server/platform/database/listen.ts'
import { requireUsableDatabase } from '#server/platform/database/require-usable.ts'
import { runWithDatabase } from './command-line.ts'

/** Empties the configured database. The next start creates the schema again, with the demo newsroom unless DEMO=0. */
if (process.argv[2] !== '--yes') {
  console.error('This deletes every article, subscriber and user. To go on: npm run db:reset -- --yes')
  process.exitCode = 1
} else {
  await runWithDatabase(async ({ sql }) => {
    if (await isInUse(sql)) {
      throw new Error('AI Watch is running on this database. Stop it, and then reset the database.')
    }
    await requireUsableDatabase(sql)
    await sql.script(
      'drop schema if exists public, private, auth, storage, pgboss cascade; create schema public',
    )
    console.log('The database is empty. Start AI Watch to fill it again.')
  })
}
