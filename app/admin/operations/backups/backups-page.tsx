import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useState } from 'react'
import { answerOf } from '#app/admin/kit/errors/classify-error.ts'
import { SelectControl } from '#app/admin/kit/form/select-control.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { useDeskMutation } from '#app/admin/kit/query/use-desk-mutation.ts'
import { formatBytes } from '#app/admin/kit/ui/format.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { Announcement, FilledMessage, Notice, ProgressBar } from '#app/admin/kit/ui/notice.tsx'
import { Folded, PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { DownloadDialog } from '#app/admin/operations/backups/download-dialog.tsx'
import {
  BACKUPS_KEY,
  backupsQuery,
  DownloadRefused,
  LastBackup,
  placeOf,
} from '#app/admin/operations/backups/last-backup.tsx'
import { SystemHeading } from '#app/admin/operations/system-part.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { Field } from '#app/components/ui/field.tsx'
import { openBackupDownload, saveBackupSchedule, startBackup } from '#core/data/backups.ts'
import type { Backup, Backups } from '#core/domain/backup.ts'

const STEPS = {
  writing: t('backups.step.writing'),
  checking: t('backups.step.checking'),
  storing: t('backups.step.storing'),
}

/** Shows what is backed up where, and when it is backed up next. */
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

/** Asks for a backup, and shows how far the one is that is under way. It goes on when the page is closed. */
function BackUpNow({ current, trouble }: Pick<Backups, 'current' | 'trouble'>) {
  const [problem, setProblem] = useState('')
  const [isFollowed, setIsFollowed] = useState(false)
  if (current && !isFollowed) setIsFollowed(true)
  const result = t(trouble?.kind === 'failed' ? 'backups.trouble.failed' : 'backups.made')
  const start = useDeskMutation({
    run: startBackup,
    done(answer) {
      answerOf(answer)
      // It may be over before this page has seen it under way.
      setIsFollowed(true)
    },
    failed: setProblem,
    invalidates: [BACKUPS_KEY],
  })

  function run() {
    setProblem('')
    void start.attempt()
  }

  const busy = start.isPending || current !== null
  return (
    <div className="mt-6">
      {current && <Progress current={current} />}
      <Button aria-disabled={busy} onClick={() => busy || run()}>
        {t('backups.now')}
      </Button>
      {problem && <p className="mt-3 text-red text-sm">{problem}</p>}
      <Announcement urgent>{problem}</Announcement>
      <Announcement>{current ? labelOf(current) : isFollowed ? result : ''}</Announcement>
    </div>
  )
}

type Current = NonNullable<Backups['current']>

const labelOf = ({ step }: Current) => (step === null ? t('backups.step.waiting') : STEPS[step])

function Progress({ current }: { current: Current }) {
  const { step, bytes, total } = current
  const isMeasured = step !== null && bytes !== null && total !== null && total > 0
  return (
    <div className="mb-5 max-w-md">
      <p className="text-sm">{labelOf(current)}</p>
      <ProgressBar
        label={t('backups.underWay')}
        // The time is estimated: an end is never promised before it is there.
        value={isMeasured ? Math.min(0.95, bytes / total) : null}
      />
      <p className="mt-1.5 text-faint text-sm">
        {bytes !== null && bytes > 0 && `${formatBytes(bytes)} · `}
        {t('backups.goesOn')}
      </p>
    </div>
  )
}

/** At night, where most sites are quiet. */
const SUGGESTED = '03:30'

/** The choice whether a backup is made each day, and at which time. */
function BackupSchedule({ backups }: { backups: Backups }) {
  const { decided, daily_at, next_at, zone } = backups
  const [isDaily, setIsDaily] = useState(daily_at !== null || !decided)
  const [time, setTime] = useState(daily_at ?? SUGGESTED)
  const save = useDeskMutation({
    run: saveBackupSchedule,
    done: t('backups.schedule.saved'),
    invalidates: [BACKUPS_KEY],
  })

  return (
    <form
      method="post"
      className="max-w-md space-y-5"
      aria-label={t('backups.schedule')}
      onSubmit={(event) => {
        event.preventDefault()
        if (!save.isPending) void save.attempt({ daily_at: isDaily ? time : null })
      }}
    >
      <Field label={t('backups.schedule.who')}>
        {(control) => (
          <SelectControl
            {...control}
            value={isDaily ? 'daily' : 'never'}
            onChange={(event) => setIsDaily(event.target.value === 'daily')}
          >
            <option value="daily">{t('backups.schedule.daily')}</option>
            <option value="never">{t('backups.schedule.never')}</option>
          </SelectControl>
        )}
      </Field>
      {isDaily && (
        <Field label={t('backups.schedule.time')} hint={t('backups.schedule.timeHint', { zone })}>
          {(control) => (
            <input
              {...control}
              type="time"
              required
              value={time}
              onChange={(event) => setTime(event.target.value)}
            />
          )}
        </Field>
      )}
      <p className="text-sm text-soft">
        {decided && next_at ? (
          <FilledMessage
            text={t('backups.schedule.next')}
            values={{ time: <LocalTime iso={next_at} precision="zoned" /> }}
          />
        ) : (
          t(decided ? 'backups.schedule.off' : 'backups.schedule.undecided')
        )}
      </p>
      <Button type="submit" aria-disabled={save.isPending}>
        {save.isPending ? t('form.saving') : t('backups.schedule.save')}
      </Button>
    </form>
  )
}

const MOMENT = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** The backups that are kept, the newest first. */
function BackupList({ backups }: { backups: readonly Backup[] }) {
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
function FailedBackups({ backups }: { backups: readonly Backup[] }) {
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
