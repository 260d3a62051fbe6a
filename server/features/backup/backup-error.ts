import { inPlainWords } from '#server/platform/faults/describe-failure.ts'
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

/** Says why a backup could not be made, stored or restored, in a sentence without secrets. */
export function reasonOf(error: unknown): string {
  if (error instanceof BackupError) return error.message
  const { path } = error as NodeJS.ErrnoException
  const words = inPlainWords(error)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${path ? `: ${path}` : ''}`
}
