import { readBackups, saveBackupSchedule, startBackup } from '#server/features/backup/functions/backups.ts'
import { downloadBackup, openBackupDownload } from '#server/features/backup/functions/download-backup.ts'
import { followBackupsJob, makeBackupJob, sendBackupNoticeJob } from '#server/features/backup/jobs.ts'
import { sendBackupNotice } from '#server/features/backup/mails/backup-notice-mail.tsx'
import { followBackups } from '#server/features/backup/schedule/follow-backups.ts'
import { makeBackup } from '#server/features/backup/schedule/make-backup.ts'
import {
  type Feature,
  forAdministrators,
  GET,
  HELD_EVERY_MINUTE,
  KB,
  POST,
} from '#server/features/feature.ts'
import type { Services } from '#server/features/services.ts'
import { handles } from '#server/platform/queue/job.ts'

export const backupFeature = {
  // biome-ignore format: one function in a line
  functions: {
    'read-backups': { ...GET, ...forAdministrators, limit: null, handle: readBackups },
    'start-backup': { ...POST, ...forAdministrators, limit: 'backup', tooMany: 'backups', handle: startBackup },
    'save-backup-schedule': { ...POST, ...forAdministrators, limit: 'backup-schedule', handle: saveBackupSchedule },
    'open-backup-download': { ...POST, ...forAdministrators, limit: 'backup-download', tooMany: 'downloads', handle: openBackupDownload },
    // A form, with a token that open-backup-download has given.
    'download-backup': { ...POST, access: 'anyone', limit: 'backup-token', type: null, bodyLimit: 1 * KB, handle: downloadBackup },
  },
  jobs: [
    handles(makeBackupJob, makeBackup),
    handles(followBackupsJob, (deps: Services) => followBackups(deps), HELD_EVERY_MINUTE),
    handles(sendBackupNoticeJob, sendBackupNotice),
  ],
} satisfies Feature
