import { BackupError } from '#server/features/backup/backup-error.ts'
import { inPlainWords } from '#server/platform/faults/describe-failure.ts'

/** Says why a backup could not be made, stored or restored, in a sentence without secrets. */
export function reasonOf(error: unknown): string {
  if (error instanceof BackupError) return error.message
  const { path } = error as NodeJS.ErrnoException
  const words = inPlainWords(error)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}${path ? `: ${path}` : ''}`
}
