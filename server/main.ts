import '#server/load-environment.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { createLog } from '#server/log.ts'
import { sendConsoleToLog } from '#server/process/console-to-log.ts'
import { endInOrder, outliveReaders } from '#server/process/end-in-order.ts'

try {
  outliveReaders()
  const config = readConfig(process.env)
  const log = createLog(config.logLevel)
  const development = process.argv.includes('--dev')
  // Vite speaks to a developer, in colours.
  if (!development) sendConsoleToLog(log)
  const { startPublication } = await import('#server/start-publication.ts')
  const starting = startPublication(config, log, { development })
  // What comes during the start lets it finish first, so that whatever is running by then is stopped in order.
  endInOrder({ log, stop: async (reason) => (await starting).stop(reason) })
  await starting
} catch (error) {
  const line = error instanceof Error ? error.message : String(error)
  process.stderr.write(`AI Watch cannot start. ${line}\n`)
  if (!(error instanceof ConfigError) && process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exit(1)
}
