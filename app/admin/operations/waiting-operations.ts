import { t } from '#app/admin/kit/messages.ts'
import { BACKUPS_PATH, SYSTEM_PATH } from '#app/admin/kit/paths.ts'
import { MINUTE, type WaitingLine } from '#app/admin/kit/room.ts'
import { nameOfFault } from '#app/admin/operations/system/describe-system.ts'
import type { Waiting } from '#core/domain/dashboard.ts'

/** Says that something is wrong with what runs the site, in one line. */
export function describeHealth({ backup, health }: Waiting): WaitingLine[] {
  const { failed_jobs, processes_gone } = health
  // A backup that failed or is missing has a line of its own.
  const faults = health.faults.filter((kind) => !backup || kind !== 'backup')
  const wrong = [
    ...faults.map(nameOfFault),
    ...(failed_jobs > 0 ? [t('dashboard.health.jobs', { count: failed_jobs })] : []),
    ...(processes_gone > 0 ? [t('dashboard.health.processes', { count: processes_gone })] : []),
  ]
  if (wrong.length === 0) return []
  return [
    {
      text: t('dashboard.health'),
      detail: wrong.join(' · '),
      to: SYSTEM_PATH,
      page: SYSTEM_PATH,
      count: faults.length + Number(failed_jobs > 0) + processes_gone,
    },
  ]
}

export function describeBackup({ backup }: Waiting): WaitingLine[] {
  if (!backup) return []
  const time = MINUTE.format(new Date(backup.began_at))
  return [
    {
      text: t(
        backup.kind === 'failed' ? 'dashboard.waiting.backupFailed' : 'dashboard.waiting.backupMissing',
      ),
      detail: t(
        backup.kind === 'failed'
          ? 'dashboard.waiting.backupFailedText'
          : 'dashboard.waiting.backupMissingText',
        { time },
      ),
      to: BACKUPS_PATH,
      page: SYSTEM_PATH,
      count: 1,
    },
  ]
}
