import { checkModel } from '#server/platform/ai/check-model.ts'
import type { LanguageModel } from '#server/platform/ai/language-model.ts'
import { checkAddress, checkProxies, checkSite } from '#server/platform/checks/address-checks.ts'
import { type Check, type Finding, problem } from '#server/platform/checks/check.ts'
import {
  checkDatabase,
  checkHeld,
  checkRecordings,
  checkSchema,
  checkWorker,
} from '#server/platform/checks/database-checks.ts'
import { checkMail } from '#server/platform/checks/delivery-checks.ts'
import { checkClock, checkDisk, checkPermissions } from '#server/platform/checks/machine-checks.ts'
import type { Config } from '#server/platform/config.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { clusterFolder } from '#server/platform/database/embedded/cluster.ts'
import type { MailTransport } from '#server/platform/mail/mail.ts'
import { checkStorage } from '#server/supabase/storage/check-storage.ts'

type Checked = Pick<Config, 'siteUrl' | 'host' | 'port' | 'trustProxy' | 'dataDir' | 'storageDir' | 's3'> &
  Partial<Pick<Config, 'databaseUrl'>>

const NO_KEYS = 'There are no keys yet.'
const START_ONCE = 'Start the site once: npm start'

/** The checks of `npm run doctor` and the page *System*, by their names. Nothing is changed. */
export function siteChecks(options: {
  config: Checked
  /** The connection, or the reason why it cannot be used. */
  database: Sql | Error
  /** The transport in force; null before the first start. */
  openMail: (() => Promise<MailTransport>) | null
  /** Null as well. */
  model: Pick<LanguageModel, 'readState' | 'requireConnection'> | null
  checkBackups: (sql: Sql, signal: AbortSignal) => Promise<Finding>
}) {
  const { config, database, openMail, model, checkBackups } = options
  const withDatabase =
    (check: (sql: Sql, signal: AbortSignal) => Promise<Finding>): Check =>
    async (signal) =>
      database instanceof Error
        ? problem('There is no database to ask.', 'Start the site, or look at DATABASE_URL.')
        : check(database, signal)
  return {
    site: (signal) => checkSite(config, signal),
    address: (signal) => checkAddress(config, signal),
    proxies: (signal) => checkProxies(config, signal),
    database: async () =>
      database instanceof Error
        ? problem(
            database.message,
            config.databaseUrl ? 'Look at DATABASE_URL.' : 'Start the site: npm start',
          )
        : checkDatabase(database, { isEmbedded: !config.databaseUrl }),
    schema: withDatabase(checkSchema),
    held: withDatabase(checkHeld),
    worker: withDatabase(checkWorker),
    mail: withDatabase(async (_, signal) =>
      openMail ? checkMail(await openMail(), { signal }) : problem(NO_KEYS, START_ONCE),
    ),
    model: withDatabase(async (_, signal) =>
      model ? checkModel(model, signal) : problem(NO_KEYS, START_ONCE),
    ),
    storage: () => checkStorage(config),
    backups: withDatabase(checkBackups),
    recordings: withDatabase(checkRecordings),
    disk: async () => checkDisk(await writtenFolders(config)),
    permissions: () => checkPermissions(config.dataDir),
    clock: () => checkClock(database instanceof Error ? null : database),
  } satisfies Record<string, Check>
}

/** The folders that the site writes to, which may be on different disks. */
export async function writtenFolders({
  dataDir,
  storageDir,
  s3,
}: Pick<Config, 'dataDir' | 'storageDir' | 's3'>): Promise<string[]> {
  return [...new Set([dataDir, await clusterFolder(dataDir), ...(s3 ? [] : [storageDir])])]
}
