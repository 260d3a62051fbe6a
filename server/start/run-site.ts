import { type Config, readConfig } from '#server/platform/config.ts'
import { ConfigError } from '#server/platform/config-error.ts'
import { logFaultsTo } from '#server/platform/faults/faults.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { handleShutdown } from '#server/platform/process/shutdown.ts'
import { describeUnknownVariables } from '#server/platform/unknown-variables.ts'

/** A running site. `stop` prints the reason. */
export interface Site {
  stop(reason: string): Promise<void>
  /** Replaces the processes of the site, where it has several. */
  restart?(): void
}

/** Reads the settings, starts a site, and stops it on a signal. A start that fails prints the reason in one line and ends the process. */
export async function runSite(
  start: (config: Config, log: Log) => Promise<Site>,
  { isSupervisor = false } = {},
): Promise<void> {
  try {
    const config = readConfig(process.env)
    const log = createLog(config.logLevel, isSupervisor ? { name: 'supervisor' } : {})
    logFaultsTo(log)
    const unknown = describeUnknownVariables(process.env)
    if (unknown) log.warn(unknown)
    const starting = start(config, log)
    // After a signal during the start, the start is completed first, so that everything that was opened is closed.
    handleShutdown({
      log,
      stop: async (reason) => (await starting).stop(reason),
      ...(isSupervisor && { restart: () => void starting.then((site) => site.restart?.()) }),
    })
    await starting
  } catch (error) {
    const line = error instanceof Error ? error.message : String(error)
    process.stderr.write(`AI Watch cannot start. ${line}\n`)
    if (!(error instanceof ConfigError) && process.env.LOG_LEVEL === 'debug') console.error(error)
    process.exit(1)
  }
}
