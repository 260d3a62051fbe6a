import { t } from '#app/admin/messages.ts'
import { formatAge } from '#app/admin/ui/format-age.ts'
import { formatBytes } from '#app/admin/ui/format-bytes.ts'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import type { Backup } from '#core/domain/backup.ts'

/** The newest backup: when, how long ago, how large, and where. */
export function LastBackup({ backup }: { backup: Backup | undefined }) {
  if (!backup?.made_at) return <p className="text-sm text-soft">{t('backups.last.none')}</p>
  return (
    <div>
      <p className="font-display font-medium text-title-sm first-letter:uppercase">
        {formatAge(backup.made_at)}
      </p>
      <p className="mt-1 text-sm text-soft">
        <LocalTime iso={backup.made_at} precision="minute" />
        {backup.bytes !== null && ` · ${formatBytes(backup.bytes)}`}
      </p>
      <p className="mt-1 text-sm text-faint wrap-anywhere">{placeOf(backup)}</p>
      <BackupMarks backup={backup} />
    </div>
  )
}

/** Whether it was read to its end, and who can read it. */
function BackupMarks({ backup: { verified_at, encrypted } }: { backup: Backup }) {
  return (
    <p className="mt-2 flex flex-wrap gap-2">
      <Badge tone={verified_at ? 'green' : 'orange'}>
        {t(verified_at ? 'backups.verified' : 'backups.notVerified')}
      </Badge>
      <Badge tone={encrypted ? 'green' : 'orange'}>
        {t(encrypted ? 'backups.encrypted' : 'backups.notEncrypted')}
      </Badge>
    </p>
  )
}

export function placeOf({ place, host }: Pick<Backup, 'place' | 'host'>): string {
  return host === null ? (place ?? '') : t('backups.onMachine', { place: place ?? '', host })
}
