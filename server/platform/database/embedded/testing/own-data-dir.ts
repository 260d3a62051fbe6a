/** A process that owns a data folder as the app does, and survives Ctrl-C as the app does while it stops. */
import { lockDataDir } from '#server/platform/database/data-dir.ts'
import { startEmbeddedPostgres } from '#server/platform/database/embedded/embedded-postgres.ts'

const dataDir = process.argv[2] ?? ''

process.on('SIGINT', () => process.stdout.write('interrupted\n'))
await lockDataDir(dataDir)
process.stdout.write('locked\n')
await startEmbeddedPostgres({ dataDir })
process.stdout.write('started\n')
setInterval(() => {}, 60_000)
