import { type Config, ConfigError, readConfig } from '#server/platform/config.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { handleShutdown } from '#server/platform/process/shutdown.ts'

/** A site that was started, and can be stopped; the reason is printed. */
export interface Site {
  stop(reason: string): Promise<void>
}

/** Reads the settings, starts a site, and ends it in order. A start that fails says why in one line and ends the process. */
export async function startInOrder(start: (config: Config, log: Log) => Promise<Site>): Promise<void> {
  try {
    const config = readConfig(process.env)
    const log = createLog(config.logLevel)
    const starting = start(config, log)
    // After a signal during the start, the start is completed first, so that everything can be stopped in order.
    handleShutdown({ log, stop: async (reason) => (await starting).stop(reason) })
    await starting
  } catch (error) {
    const line = error instanceof Error ? error.message : String(error)
    process.stderr.write(`AI Watch cannot start. ${line}\n`)
    if (!(error instanceof ConfigError) && process.env.LOG_LEVEL === 'debug') console.error(error)
    process.exit(1)
  }
}
