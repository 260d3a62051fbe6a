import { useSearchParams } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { formatAge, formatBytes } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { Notice } from '#app/admin/kit/ui/notice.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { readBackups } from '#core/data/backups.ts'
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

/** Says whether it was read to its end, and who can read it. */
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

export const BACKUPS_KEY = ['backups']

const WORKING_MS = 1_500
const IDLE_MS = 60_000

/** Fetched again while a backup is under way, and now and then, because the schedule makes others. */
export const backupsQuery = {
  ...deskQuery(BACKUPS_KEY, readBackups, { refuses: true }),
  refetchInterval: ({ state }: { state: { data?: { current: unknown } | undefined } }) =>
    state.data?.current ? WORKING_MS : IDLE_MS,
}

/** Says why a download did not begin, on the page to which its form leads back. */
export function DownloadRefused() {
  const [query] = useSearchParams()
  if (query.get('download') !== 'refused') return null
  return (
    <Notice tone="problem" role="alert" title={t('backups.download.refused')} className="mb-7">
      <p>{t('backups.download.refusedText')}</p>
    </Notice>
  )
}
