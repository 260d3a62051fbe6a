import { existsSync } from 'node:fs'
import { siteChecks } from '#server/features/administration/site-checks.ts'
import { createBackupCheck } from '#server/features/backup/check-backups.ts'
import { openBackupTarget } from '#server/features/backup/targets/target.ts'
import { openLanguageModel } from '#server/platform/ai/language-model.ts'
import { type Finding, runChecks } from '#server/platform/checks/check.ts'
import { type Config, readConfig } from '#server/platform/config.ts'
import { ConfigError } from '#server/platform/config-error.ts'
import { joinDatabase } from '#server/platform/database/open-database.ts'
import { createLog } from '#server/platform/log.ts'
import { escapeInvisible } from '#server/platform/log-line.ts'
import { openMail } from '#server/platform/mail/live-mail.ts'
import { readSecrets } from '#server/platform/secrets.ts'
import { VERSION } from '#server/platform/version.ts'
import { runCommand } from './command-line.ts'

/** Prints a line for each part with its problem and the remedy. Changes nothing; the exit code is 1 if there is a problem. */
await runCommand(async () => {
  const findings = Object.entries(await examine(readConfig(process.env)))
  console.log(`AI Watch ${VERSION}, Node ${process.versions.node}`)
  for (const [name, finding] of findings) console.log(describe(name, finding))
  const problems = findings.filter(([, { state }]) => state === 'problem').length
  console.log(
    problems === 0 ? 'Nothing is wrong.' : `${problems} of ${findings.length} checks found a problem.`,
  )
  process.exitCode = problems === 0 ? 0 : 1
})

function describe(name: string, { state, found, advice }: Finding): string {
  const line = `${state.padEnd(8)} ${name.padEnd(12)} ${inOneLine(found)}`
  return advice ? `${line}\n${' '.repeat(22)}→ ${inOneLine(advice)}` : line
}

/** The text may quote answers of others, such as a name server. */
function inOneLine(text: string): string {
  return escapeInvisible(text.replace(/\s+/g, ' '))
}

async function examine(config: Config): Promise<Record<string, Finding>> {
  if (!existsSync(config.dataDir))
    throw new ConfigError(
      `DATA_DIR: ${config.dataDir} does not exist. Start the site once, or set the DATA_DIR with which it runs.`,
    )
  const database = await joinDatabase(config).catch((error: Error) => error)
  const secrets = await readSecrets(config)
  const known =
    secrets && !(database instanceof Error) ? { sql: database.sql, jwtSecret: secrets.jwtSecret } : null
  const mail = known && openMail({ ...known, config })
  const model = known && openLanguageModel({ ...known, environment: config.ai, log: createLog('silent') })
  try {
    return await runChecks(
      siteChecks({
        config,
        database: database instanceof Error ? database : database.sql,
        openMail: mail?.current ?? null,
        model,
        checkBackups: createBackupCheck(openBackupTarget(config.backups), config),
      }),
    )
  } finally {
    await mail?.close()
    if (!(database instanceof Error)) await database.close()
  }
}
