import { Client } from 'pg'
import { BackupBusyError } from '#server/features/backup/backup-error.ts'
import { tryLockSession } from '#server/platform/database/advisory-lock.ts'
import { type DatabaseAddress, type Session, sessionOn } from '#server/platform/database/connection.ts'

/**
 * The settings by which rows are written as text, so that every server reads them alike; and no limit of a role ends a transaction of
 * minutes.
 */
const SETTINGS = `
  set client_encoding = 'UTF8'; set datestyle = 'ISO, MDY'; set intervalstyle = 'postgres'; set timezone = 'UTC';
  set extra_float_digits = 3; set bytea_output = 'hex'; set row_security = off; set search_path = '';
  set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0`

export interface BackupClient {
  client: Client
  sql: Session
}

/**
 * Runs work on a connection of its own, which is the only one on this database that makes or restores a backup.
 * @throws BackupBusyError when there is another one
 */
export async function onBackupClient<T>(
  address: DatabaseAddress,
  work: (opened: BackupClient) => Promise<T>,
): Promise<T> {
  const client = new Client({
    ...(typeof address === 'string' ? { connectionString: address } : address),
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    application_name: 'ai-watch backup',
  })
  // A lost connection fails the statement under way.
  client.on('error', () => {})
  await client.connect()
  try {
    const sql = sessionOn(client)
    await sql.script(SETTINGS)
    if (!(await tryLockSession(sql, 'backup'))) {
      throw new BackupBusyError(
        'Another backup or restore, or an export, is under way on this database: wait until it has ended.',
      )
    }
    return await work({ client, sql })
  } finally {
    await client.end().catch(() => {})
  }
}
