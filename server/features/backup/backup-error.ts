/** Why a backup cannot be made, read or restored, in one line for the operator. */
export class BackupError extends Error {
  override name = 'BackupError'
}

/** Another backup or restore is under way on the database. */
export class BackupBusyError extends BackupError {}
