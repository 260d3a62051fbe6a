import { runWithDatabase } from './command-line.ts'

/** Empties the configured database. The next start builds it anew, with the demo newsroom unless DEMO=0. */
if (process.argv[2] !== '--yes') {
  console.error('This deletes every article, subscriber and user. To go on: npm run db:reset -- --yes')
  process.exitCode = 1
} else {
  await runWithDatabase(async ({ sql }) => {
    await sql`drop schema if exists public, private, auth, supabase_migrations cascade`
    await sql`create schema public`
    console.log('The database is empty. Restart AI Watch to fill it again.')
  })
}
