import { useQuery } from '@tanstack/react-query'
import { BackUpNow } from '#app/admin/backups/back-up-now.tsx'
import { BackupList, FailedBackups } from '#app/admin/backups/backup-list.tsx'
import { BackupSchedule } from '#app/admin/backups/backup-schedule.tsx'
import { backupsQuery } from '#app/admin/backups/backups-queries.ts'
import { DownloadRefused } from '#app/admin/backups/download-refused.tsx'
import { LastBackup } from '#app/admin/backups/last-backup.tsx'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { SystemHeading } from '#app/admin/system/system-heading.tsx'
import { FilledMessage } from '#app/admin/ui/filled-message.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import type { Backups } from '#core/domain/backup.ts'

/** What is backed up where, and when it is backed up next. */
export function BackupsPage() {
  const backups = useQuery(backupsQuery)
  return (
    <>
      <SystemHeading />
      <p className="mb-7 max-w-prose text-sm text-soft">{t('backups.intro')}</p>
      <DownloadRefused />
      <QueryView query={backups} what={t('backups.what')} pending={<ListSkeleton rows={5} />}>
        {(data) => (
          <>
            <Trouble trouble={data.trouble} />
            <PageSection id="last" title={t('backups.last')} intro={t('backups.last.intro')}>
              <LastBackup backup={data.kept[0]} />
              <BackUpNow current={data.current} trouble={data.trouble} />
            </PageSection>
            <PageSection id="kept" title={t('backups.kept')} intro={t('backups.kept.intro')}>
              <BackupList backups={data.kept} />
              <FailedBackups backups={data.failed} />
            </PageSection>
            <PageSection id="schedule" title={t('backups.schedule')} intro={t('backups.schedule.intro')}>
              <BackupSchedule key={String(data.daily_at)} backups={data} />
            </PageSection>
            <PageSection id="place" title={t('backups.place')} intro={t('backups.place.intro')}>
              <Place backups={data} />
            </PageSection>
          </>
        )}
      </QueryView>
    </>
  )
}

function Trouble({ trouble }: Pick<Backups, 'trouble'>) {
  if (!trouble) return null
  const isFailed = trouble.kind === 'failed'
  return (
    <Notice
      tone="problem"
      className="mb-8"
      title={t(isFailed ? 'backups.trouble.failed' : 'backups.trouble.missing')}
    >
      <p className="wrap-anywhere">
        {trouble.reason ?? (
          <FilledMessage
            text={t('backups.trouble.missingText')}
            values={{ time: <LocalTime iso={trouble.began_at} precision="minute" /> }}
          />
        )}
      </p>
      <p>{t(trouble.reason === null ? 'backups.trouble.unnoticed' : 'backups.trouble.advice')}</p>
    </Notice>
  )
}

function Place({ backups: { place, is_folder, encrypts } }: { backups: Backups }) {
  return (
    <div className="space-y-5 text-sm">
      <p className="wrap-anywhere">
        <FilledMessage
          text={t(is_folder ? 'backups.place.folder' : 'backups.place.bucket')}
          values={{ place: <code className="font-mono">{place}</code> }}
        />
      </p>
      {is_folder && <p className="max-w-prose text-soft">{t('backups.place.elsewhere')}</p>}
      {encrypts ? (
        <p className="max-w-prose text-soft">{t('backups.place.encrypted')}</p>
      ) : (
        <Notice tone="warning" title={t('backups.place.notEncrypted')}>
          <p>{t('backups.place.notEncryptedText')}</p>
        </Notice>
      )}
    </div>
  )
}
