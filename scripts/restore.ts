import { resolve } from 'node:path'
import { describeBackup } from '#server/features/backup/manifest.ts'
import { checkBackup, restoreBackup } from '#server/features/backup/restore-backup.ts'
import { readConfig } from '#server/platform/config.ts'
import { runCommand, runWithOwnDatabase } from './command-line.ts'

const USAGE = `Usage:
  npm run restore -- FILE    restores a backup into an empty place: DATA_DIR, STORAGE_DIR or the bucket, DATABASE_URL

An encrypted backup needs BACKUP_PASSPHRASE.`

const [file, ...others] = process.argv.slice(2)

if (!file || file.startsWith('-') || others.length > 0) {
  console.error(USAGE)
  process.exitCode = 1
} else {
  await runCommand(async () => {
    const config = readConfig(process.env)
    const backup = await checkBackup(resolve(file), config)
    const { left, lacking } = await runWithOwnDatabase(config, (database) =>
      restoreBackup(resolve(file), backup, database, config),
    )
    console.log(`Restored. ${await describeBackup(file, backup.manifest)}`)
    if (left.length > 0)
      console.warn(
        `This version has no place for these tables, columns and sequences, which were left out: ${left.join(', ')}.`,
      )
    if (lacking.length > 0)
      console.warn(
        `The backup does not have these tables and columns, which are empty or have their defaults: ${lacking.join(', ')}.`,
      )
    console.log(
      'Everybody has to sign in again. Nothing is sent or published by itself until an administrator confirms that on the dashboard.',
    )
  })
}
