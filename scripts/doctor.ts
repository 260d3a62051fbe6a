import '#server/start/load-environment.ts'
import { existsSync } from 'node:fs'
import { checkAddress, checkProxies, checkSite } from '#server/platform/checks/address-checks.ts'
import { type Check, type Finding, problem, runChecks } from '#server/platform/checks/check.ts'
import { checkDatabase, checkSchema, checkWorker } from '#server/platform/checks/database-checks.ts'
import { checkMail } from '#server/platform/checks/delivery-checks.ts'
import { checkClock, checkDisk, checkPermissions } from '#server/platform/checks/machine-checks.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { ConfigError } from '#server/platform/config-error.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { joinDatabase } from '#server/platform/database/open-database.ts'
import { escapeInvisible } from '#server/platform/log-line.ts'
import { openMail } from '#server/platform/mail/live-mail.ts'
import { readSecrets } from '#server/platform/secrets.ts'
import { VERSION } from '#server/platform/version.ts'
import { checkStorage } from '#server/supabase/storage/check-storage.ts'

/** Says in a line for each part what is wrong and what to do about it. Changes nothing; the exit code is 1 if there is a problem. */
try {
  const findings = Object.entries(await examine(readConfig(process.env)))
  console.log(`AI Watch ${VERSION}, Node ${process.versions.node}`)
  for (const [name, finding] of findings) console.log(describe(name, finding))
  const problems = findings.filter(([, { state }]) => state === 'problem').length
  console.log(
    problems === 0 ? 'Nothing is wrong.' : `${problems} of ${findings.length} checks found a problem.`,
  )
  process.exitCode = problems === 0 ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}

function describe(name: string, { state, found, advice }: Finding): string {
  const line = `${state.padEnd(8)} ${name.padEnd(12)} ${inOneLine(found)}`
  return advice ? `${line}\n${' '.repeat(22)}→ ${inOneLine(advice)}` : line
}

/** What others answer, such as a name server, is quoted. */
function inOneLine(text: string): string {
  return escapeInvisible(text.replace(/\s+/g, ' '))
}

async function examine(config: Config): Promise<Record<string, Finding>> {
  if (!existsSync(config.dataDir))
    throw new ConfigError(
      `DATA_DIR: ${config.dataDir} does not exist. Start the site once, or set the DATA_DIR with which it runs.`,
    )
  const database = await joinDatabase(config).catch((error: Error) => error)
  const sql = database instanceof Error ? null : database.sql
  const secrets = await readSecrets(config)
  const withDatabase =
    (check: (sql: Sql) => Promise<Finding>): Check =>
    async () =>
      sql ? check(sql) : problem('There is no database to ask.', 'Start the site, or look at DATABASE_URL.')
  try {
    return await runChecks({
      site: (signal) => checkSite(config, signal),
      address: (signal) => checkAddress(config, signal),
      proxies: async (signal) =>
        secrets
          ? checkProxies(config, secrets.secretKey, signal)
          : problem('There are no keys yet.', 'Start the site once: npm start'),
      database: async () =>
        database instanceof Error
          ? problem(
              database.message,
              config.databaseUrl ? 'Look at DATABASE_URL.' : 'Start the site: npm start',
            )
          : checkDatabase(database.sql),
      schema: withDatabase(checkSchema),
      worker: withDatabase(checkWorker),
      mail: withDatabase(async (sql) => {
        if (!secrets) return problem('There are no keys yet.', 'Start the site once: npm start')
        const mail = openMail({ sql, config, jwtSecret: secrets.jwtSecret })
        return checkMail(await mail.current()).finally(() => mail.close())
      }),
      storage: () => checkStorage(config),
      disk: () => checkDisk([...new Set([config.dataDir, ...(config.s3 ? [] : [config.storageDir])])]),
      permissions: () => checkPermissions(config.dataDir),
      clock: () => checkClock(sql),
    })
  } finally {
    if (!(database instanceof Error)) await database.close()
  }
}
