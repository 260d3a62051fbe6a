import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { BACKUPS_PATH } from '#app/admin/backups/backups-path.ts'
import { backupsQuery } from '#app/admin/backups/backups-queries.ts'
import { t } from '#app/admin/messages.ts'
import { OUTBOX_PATH } from '#app/admin/outbox/outbox-queries.ts'
import { SECTIONS, settingsPath } from '#app/admin/settings/sections.ts'
import { formatTime } from '#app/admin/system/describe-system.ts'
import { Facts } from '#app/admin/system/facts.tsx'
import { MODEL_SETTINGS_PATH } from '#app/admin/translations/translation-paths.ts'
import { formatAge } from '#app/admin/ui/format-age.ts'
import { formatBytes } from '#app/admin/ui/format-bytes.ts'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import type { Backups } from '#core/domain/backup.ts'
import type { SystemFault, SystemProcess, SystemState } from '#core/domain/system.ts'

const LINK = 'inline-flex min-h-6 items-center underline underline-offset-4'

const linkTo = (to: string, label: string) => (
  <Link to={to} className={LINK}>
    {label}
  </Link>
)

/** Mail, the language model and the storage of files, each with the last error of the day. */
export function ServicesSection({ state }: { state: SystemState }) {
  const { mail, model, files, faults } = state
  const last = (kind: string) => describeLast(faults.find((fault) => fault.kind === kind))
  const trouble =
    mail.trouble && t('system.last', { at: formatTime(mail.trouble.at), message: mail.trouble.reason })
  return (
    <PageSection id="services" title={t('system.services')} intro={t('system.services.intro')}>
      <Facts
        facts={[
          {
            name: t('system.fault.mail'),
            value: mail.leaves ? mail.where : t('system.mail.stays'),
            detail: (
              <Detail message={last('mail') ?? trouble}>
                {mail.leaves
                  ? linkTo(OUTBOX_PATH, t('outbox.title'))
                  : linkTo(settingsPath(SECTIONS.mail), t('system.mail.settings'))}
              </Detail>
            ),
          },
          {
            name: t('system.fault.model'),
            value: model.name ?? t('system.model.none'),
            detail: (
              <Detail message={last('model')}>
                {linkTo(MODEL_SETTINGS_PATH, t('system.model.settings'))}
              </Detail>
            ),
          },
          {
            name: t('system.fault.storage'),
            value: files.where,
            detail: last('storage') && <Detail message={last('storage')} />,
          },
        ]}
      />
    </PageSection>
  )
}

function Detail({ message, children }: { message: string | null; children?: React.ReactNode }) {
  return (
    <>
      {message && (
        <p>
          <bdi>{message}</bdi>
        </p>
      )}
      {children}
    </>
  )
}

function describeLast(fault: SystemFault | undefined): string | null {
  return fault ? t('system.last', { at: formatTime(fault.last_at), message: fault.message }) : null
}

/** What is used, and what is free on each disk. */
export function StorageSection({ state }: { state: SystemState }) {
  const { database_bytes, files, processes } = state
  const { data: backups } = useQuery(backupsQuery)
  return (
    <PageSection id="storage" title={t('system.storage')} intro={t('system.storage.intro')}>
      <Facts
        facts={[
          { name: t('system.fault.database'), value: formatBytes(database_bytes) },
          {
            name: t('system.storage.files'),
            value: t('system.storage.fileCount', { count: files.count, size: formatBytes(files.bytes) }),
          },
          ...disksOf(processes).map(({ host, folder, free, all }) => ({
            id: `${host} ${folder}`,
            name: t('system.storage.disk'),
            value: t('system.storage.free', { free: formatBytes(free), all: formatBytes(all) }),
            detail: t('system.storage.where', { folder, host }),
          })),
          {
            name: t('system.storage.backups'),
            value: backups && describeNewest(backups),
            detail: linkTo(BACKUPS_PATH, t('system.storage.toBackups')),
          },
        ]}
      />
    </PageSection>
  )
}

function describeNewest({ kept: [newest] }: Backups): string {
  if (!newest?.made_at) return t('backups.last.none')
  return t('system.storage.newest', { ago: formatAge(newest.made_at), size: formatBytes(newest.bytes ?? 0) })
}

/** The disks of the data folders, each once. */
function disksOf(processes: readonly SystemProcess[]) {
  const disks = new Map<string, { host: string; folder: string; free: number; all: number }>()
  for (const { host, folder, disk_free_bytes: free, disk_bytes: all, is_gone } of processes) {
    if (!is_gone && free !== null && all !== null) disks.set(`${host} ${folder}`, { host, folder, free, all })
  }
  return [...disks.values()]
}
