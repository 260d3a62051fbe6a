import { join } from 'node:path'
import { createBackup } from '#server/features/backup/create-backup.ts'
import { checkBackup, restoreBackup } from '#server/features/backup/restore-backup.ts'
import type { Config, S3Config } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/open-database.ts'
import { PRESENT } from '#server/platform/database/schema.ts'
import { openBackend } from '#server/supabase/storage/backends/storage-backend.ts'
import { TEST_SECRETS } from '../../../../tests/support/test-settings.ts'

/** A site without a process: a database, a folder, and a place for files. */
export function openPlace(
  { address, sql }: Pick<Database, 'address' | 'sql'>,
  folder: string,
  s3: S3Config | null = null,
) {
  const keys: Config['keys'] = { publishable: undefined, secret: undefined, jwtSecret: undefined }
  const config = {
    ...{ dataDir: folder, storageDir: join(folder, 'storage'), s3, keys },
    ...{ databaseUrl: 'postgres://elsewhere', backupPassphrase: undefined },
  }
  const file = join(folder, 'site.backup')
  const database = { address, sql, close: async () => {} }
  const backend = openBackend({ folder: config.storageDir, s3 })
  const source = { address, backend, secrets: TEST_SECRETS, siteUrl: 'https://first.example' }
  return {
    ...{ database, sql, folder, config, backend, source },
    /** The file of its backup. */
    file,
    backUp: (passphrase?: string) =>
      createBackup(source, file, { passphrase, signal: new AbortController().signal }),
    async restore(from: string, source = PRESENT) {
      return restoreBackup(from, await checkBackup(from, config, source), database, config, source)
    },
  }
}
