import { type Config, readConfig } from '#server/platform/config.ts'
import { ConfigError } from '#server/platform/config-error.ts'
import { environment } from '#server/platform/environment.ts'
import { logFaultsTo } from '#server/platform/faults/faults.ts'
import { createLog, type Log } from '#server/platform/log.ts'
import { handleShutdown } from '#server/platform/process/shutdown.ts'
import { SECRET_NAMES } from '#server/platform/secret-files.ts'

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

const KNOWN = [...Object.keys(environment.shape), ...SECRET_NAMES.map((name) => `${name}_FILE`)]

/** Beginnings that other programs hardly use. `AI_`, `DATA_`, `DATABASE_`, `LOG_`, `STORAGE_` and `SUPABASE_` have many. */
const OURS =
  /^(?:ADMIN|BACKUP|CDN_PURGE|DKIM|INDEXNOW|METRICS|NEWSLETTER|RESEND|S3|SMTP|TRUST|UPDATE_CHECK|WEBSUB)_/
/** The most slips of the hand with which another name may have been typed. */
const MOST_SLIPS = 2
const LEAST_CHARACTERS = 7
const MOST_CHARACTERS = 40
const MOST_NAMED = 5

/** One line about variables that are nearly ours, with the names that they may be meant to be; null if there are none. */
export function describeUnknownVariables(env: Record<string, string | undefined>): string | null {
  const unknown = Object.keys(env).flatMap((name) => {
    if (KNOWN.includes(name) || !/^[A-Z][A-Z0-9_]+$/i.test(name) || name.length > MOST_CHARACTERS) return []
    const [nearest] = KNOWN.map((known) => ({ known, slips: distance(name.toUpperCase(), known) })).toSorted(
      (a, b) => a.slips - b.slips,
    )
    const isNear = (nearest?.slips ?? Infinity) <= MOST_SLIPS && name.length >= LEAST_CHARACTERS
    return nearest && (isNear || OURS.test(name)) ? [`${name} (${nearest.known}?)`] : []
  })
  if (unknown.length === 0) return null
  const named = unknown.slice(0, MOST_NAMED).join(', ')
  const more = unknown.length > MOST_NAMED ? ` and ${unknown.length - MOST_NAMED} more` : ''
  return `The environment has variables that AI Watch does not know and does not use: ${named}${more}. docs/self-hosting/variables.md lists all.`
}

/** The number of characters that must be added, removed or replaced to make one text of another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}
