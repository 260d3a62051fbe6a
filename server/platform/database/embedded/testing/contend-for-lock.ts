/** A process that goes for the lock of a data folder at the first word on its stdin, and says how it went. */
import { once } from 'node:events'
import { lockDataDir } from '#server/platform/database/data-dir.ts'

process.stdout.write('ready\n')
await once(process.stdin, 'data')
const outcome = await lockDataDir(process.argv[2] ?? '').then(
  () => 'won',
  (error: Error) => error.message,
)
process.stdout.write(`${outcome}\n`)
