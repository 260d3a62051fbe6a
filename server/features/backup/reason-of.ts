import { BackupError } from '#server/features/backup/backup-error.ts'

const FULL = 'The disk is full'
const NOT_ALLOWED = 'This user may not write'

/** What the operator can do something about, in words. */
const SYSTEM_ERRORS: Record<string, string> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EFBIG: 'A file may not become as large here',
  '53100': 'The disk of the database is full',
  EACCES: NOT_ALLOWED,
  EPERM: NOT_ALLOWED,
  EROFS: 'The disk is read-only',
  ENOTDIR: 'A part of the path is not a folder',
}

/** Why a backup could not be made, stored or restored, in a sentence. */
export function reasonOf(error: unknown): string {
  if (error instanceof BackupError) return error.message
  const { code = '', path, message } = error as NodeJS.ErrnoException
  const meaning = SYSTEM_ERRORS[code]
  return meaning ? `${meaning}${path ? `: ${path}` : ''}.` : (message.split('\n')[0] ?? '')
}
