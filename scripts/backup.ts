import { resolve } from 'node:path'
import { createBackup } from '#server/features/backup/create-backup.ts'
import { describeBackup } from '#server/features/backup/manifest.ts'
import { readBackup } from '#server/features/backup/read-backup.ts'
import { readConfig } from '#server/platform/config.ts'
import { loadSecrets } from '#server/platform/secrets.ts'
import { openBackend } from '#server/supabase/storage/backends/storage-backend.ts'
import { runCommand, runWithDatabase } from './command-line.ts'

const USAGE = `Usage:
  npm run backup -- FILE             backs up the site, which may be running
  npm run backup -- --verify FILE    reads a backup and compares everything in it with what was backed up

With BACKUP_PASSPHRASE a backup is encrypted. Without, whoever can read the file can read everything, also the keys of the site.`

const [first, second, ...others] = process.argv.slice(2)
const file = first === '--verify' ? second : first

if (!file || file.startsWith('-') || others.length > 0 || (second !== undefined && first !== '--verify')) {
  console.error(USAGE)
  process.exitCode = 1
} else if (first === '--verify') {
  await runCommand(async () => {
    const { manifest } = await readBackup(resolve(file), readConfig(process.env).backupPassphrase)
    console.log(`The backup is complete. ${await describeBackup(file, manifest)}`)
  })
} else {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => stopping.abort(new Error('The backup was stopped; there is no new file.')))
  }
  await runWithDatabase(async ({ address, sql }, config) => {
    const { storageDir: folder, s3, siteUrl, backupPassphrase: passphrase } = config
    const secrets = await loadSecrets(config)
    const source = { address, backend: openBackend({ folder, s3 }), secrets, siteUrl }
    const manifest = await createBackup(source, resolve(file), { passphrase, signal: stopping.signal })
    await sql`update private.schema_release set backed_up_at = ${manifest.madeAt}::timestamptz`
    console.log(`Backed up. ${await describeBackup(file, manifest)}`)
    if (manifest.files.missing > 0)
      console.warn(`${manifest.files.missing} files that the database names are not in the storage.`)
    if (!passphrase) console.warn('It is not encrypted, and contains the keys of the site.')
  })
}
