import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { t } from '#app/admin/kit/messages.ts'
import { formatBytes } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { Folded } from '#app/admin/kit/ui/page-section.tsx'
import { DownloadDialog } from '#app/admin/operations/backups/download-dialog.tsx'
import { placeOf } from '#app/admin/operations/backups/last-backup.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { openBackupDownload } from '#core/data/backups.ts'
import type { Backup } from '#core/domain/backup.ts'

const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** The backups that are kept, the newest first. */
export function BackupList({ backups }: { backups: readonly Backup[] }) {
  const [asked, setAsked] = useState<Backup | null>(null)
  if (backups.length === 0) return <p className="text-sm text-soft">{t('backups.kept.none')}</p>
  return (
    <>
      <ul aria-labelledby="kept" className="divide-y divide-line">
        {backups.map((backup) => (
          <BackupRow key={backup.id} backup={backup} onDownload={() => setAsked(backup)} />
        ))}
      </ul>
      {asked && <BackupDialog backup={asked} onClose={() => setAsked(null)} />}
    </>
  )
}

function BackupDialog({ backup, onClose }: { backup: Backup; onClose: () => void }) {
  const { id, made_at, bytes, encrypted } = backup
  return (
    <DownloadDialog
      title={t('backups.download.title')}
      open={(client, password) => openBackupDownload(client, { id, password })}
      from="download-backup"
      onClose={onClose}
    >
      <p>
        <FilledMessage
          text={t('backups.download.what')}
          values={{
            time: <LocalTime iso={made_at ?? ''} precision="minute" />,
            size: formatBytes(bytes ?? 0),
          }}
        />
      </p>
      <p>{t(encrypted ? 'backups.download.encrypted' : 'backups.download.notEncrypted')}</p>
    </DownloadDialog>
  )
}

function BackupRow({ backup, onDownload }: { backup: Backup; onDownload: () => void }) {
  const { made_at, bytes, file, is_here, is_scheduled, requested_by, verified_at, encrypted } = backup
  const time = MOMENT.format(new Date(made_at ?? ''))
  return (
    <li className="flex items-start justify-between gap-5 py-4 first:pt-0 last:pb-0 max-sm:flex-wrap max-sm:gap-y-3">
      <div className="min-w-0">
        <p className="font-medium text-sm">
          <LocalTime iso={made_at ?? ''} precision="minute" />
          {bytes !== null && <span className="font-normal text-soft"> · {formatBytes(bytes)}</span>}
        </p>
        <p className="mt-0.5 text-faint text-sm wrap-anywhere">
          {is_scheduled
            ? t('backups.bySchedule')
            : t('backups.byPerson', { name: requested_by ?? t('backups.formerAdministrator') })}
        </p>
        <p className="mt-0.5 text-faint text-sm wrap-anywhere">{file}</p>
        {!is_here && (
          <p className="mt-1 text-sm text-soft wrap-anywhere">
            {t('backups.notHere', { place: placeOf(backup) })}
          </p>
        )}
        <p className="mt-0.5 text-faint text-sm">
          {t(verified_at ? 'backups.verified' : 'backups.notVerified')} ·{' '}
          {t(encrypted ? 'backups.encrypted' : 'backups.notEncrypted')}
        </p>
      </div>
      {is_here && (
        <Button variant="secondary" aria-label={t('backups.download.named', { time })} onClick={onDownload}>
          <Download aria-hidden size={16} />
          {t('backups.download')}
        </Button>
      )}
    </li>
  )
}

/** Lists the backups that were tried lately and failed, folded. */
export function FailedBackups({ backups }: { backups: readonly Backup[] }) {
  if (backups.length === 0) return null
  return (
    <Folded title={t('backups.failed', { count: backups.length })} className="mt-4 border-line border-t pt-2">
      <ul className="divide-y divide-line">
        {backups.map(({ id, ended_at, error }) => (
          <li key={id} className="py-3">
            <LocalTime iso={ended_at ?? ''} precision="minute" />
            <p className="mt-0.5 text-soft wrap-anywhere">{error}</p>
          </li>
        ))}
      </ul>
    </Folded>
  )
}
