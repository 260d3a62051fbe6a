import { emptyDatabase } from '#server/platform/database/empty-database.ts'
import { runWithDatabase } from './command-line.ts'

/** Empties the configured database. The next start creates the schema again, with the demo newsroom unless DEMO=0. */
const [option = ''] = process.argv.slice(2)
if (option !== '--yes' && option !== '--all') {
  console.error('This deletes every article, subscriber and user. To go on: npm run db:reset -- --yes')
  process.exitCode = 1
} else {
  await runWithDatabase(async ({ sql }) => {
    await emptyDatabase(sql, { all: option === '--all' })
    console.log('The database is empty. Start AI Watch to fill it again.')
  })
}
