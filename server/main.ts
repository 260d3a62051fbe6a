import '#server/load-environment.ts'
import { ConfigError, readConfig } from '#server/config.ts'
import { startPublication } from '#server/start-publication.ts'

try {
  const starting = startPublication(readConfig(process.env), { development: process.argv.includes('--dev') })
  const stop = (signal: string) => {
    // A second signal means: now.
    process.once('SIGINT', () => process.exit(130)).once('SIGTERM', () => process.exit(143))
    // One that comes during the start lets it finish first, so that whatever is running by then is stopped in order.
    starting
      .then((publication) => publication.stop(signal))
      .then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(error)
          process.exit(1)
        },
      )
  }
  process.once('SIGINT', () => stop('SIGINT')).once('SIGTERM', () => stop('SIGTERM'))
  await starting
} catch (error) {
  const line = error instanceof Error ? error.message : String(error)
  console.error(`AI Watch cannot start. ${line}`)
  if (!(error instanceof ConfigError) && process.env.LOG_LEVEL === 'debug') console.error(error)
  process.exit(1)
}
