/** A process that tries to take the lock of a data folder at the first line on stdin, and prints the result. */
import { once } from 'node:events'
import { lockDataDir } from '#server/platform/database/data-dir.ts'

process.stdout.write('ready\n')
await once(process.stdin, 'data')
const outcome = await lockDataDir(process.argv[2] ?? '').then(
  () => 'won',
  (error: Error) => error.message,
)
process.stdout.write(`${outcome}\n`)
