import { escapeInvisible } from '#server/platform/log-line.ts'

/** The reason why a backup cannot be made, read or restored, in one line for the operator, which may quote names of an archive. */
export class BackupError extends Error {
  override name = 'BackupError'

  constructor(message: string) {
    super(escapeInvisible(message))
  }
}

/** Another backup or restore is under way on the database. */
export class BackupBusyError extends BackupError {}
