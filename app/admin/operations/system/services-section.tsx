import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { BACKUPS_PATH, MODEL_SETTINGS_PATH, OUTBOX_PATH } from '#app/admin/kit/paths.ts'
import { type Column, DataTable } from '#app/admin/kit/table/data-table.tsx'
import { formatAge, formatBytes } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { PageSection } from '#app/admin/kit/ui/page-section.tsx'
import { backupsQuery } from '#app/admin/operations/backups/last-backup.tsx'
import { formatTime } from '#app/admin/operations/system/describe-system.ts'
import { Facts } from '#app/admin/operations/system-part.tsx'
import { SECTIONS, settingsPath } from '#app/admin/settings/sections.ts'
import type { Backups } from '#core/domain/backup.ts'
import type {
  ProcessRole,
  SystemFault,
  SystemProcess,
  SystemState,
  UpdateState,
} from '#core/domain/system.ts'

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

/** Shows what is used, and what is free on each disk. */
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

const ROLES: Record<ProcessRole, string> = {
  everything: t('system.role.everything'),
  serving: t('system.role.serving'),
  jobs: t('system.role.jobs'),
}

const COLUMNS: Column<SystemProcess, never>[] = [
  {
    name: t('system.process'),
    isHeader: true,
    cell: ({ role, host, pid }) => (
      <>
        {ROLES[role]}
        <span className="mt-0.5 block font-normal text-faint text-xs">
          {t('system.process.where', { pid, host })}
        </span>
      </>
    ),
  },
  {
    name: t('system.process.version'),
    width: 'md:w-32',
    className: 'max-md:mt-1 max-md:mr-4 max-md:inline-block text-soft md:whitespace-nowrap',
    cell: ({ version }) => (
      <>
        <span className="md:hidden">{t('system.process.version')} </span>
        {version}
      </>
    ),
  },
  {
    name: t('system.process.memory'),
    width: 'md:w-24',
    className: 'max-md:mt-1 max-md:inline-block text-soft md:whitespace-nowrap',
    cell: ({ memory_bytes }) => formatBytes(memory_bytes),
  },
  {
    name: t('system.process.seen'),
    width: 'md:w-44',
    className: 'max-md:mt-0.5 text-faint',
    cell: ({ seen_at, started_at, is_gone }) => (
      <>
        {!is_gone && <span className="md:hidden">{t('system.process.seen')} </span>}
        <span className={is_gone ? 'text-red' : ''}>
          {is_gone ? t('system.process.gone', { since: formatTime(seen_at) }) : formatAge(seen_at)}
        </span>
        <span className="mt-0.5 block text-xs">
          {t('system.process.started', { ago: formatAge(started_at) })}
        </span>
      </>
    ),
  },
]

/** The processes that take part in the site, on all machines. */
export function ProcessesSection({ processes }: { processes: readonly SystemProcess[] }) {
  return (
    <PageSection id="processes" title={t('system.processes')} intro={t('system.processes.intro')}>
      <DataTable
        caption={t('system.processes')}
        columns={COLUMNS}
        rows={processes}
        keyOf={({ id }) => id}
        stale={false}
      />
    </PageSection>
  )
}

/** Shows what runs, and whether there is something newer. */
export function VersionsSection({ versions, update }: Pick<SystemState, 'versions' | 'update'>) {
  return (
    <PageSection id="versions" title={t('system.versions')}>
      <Facts
        facts={[
          { name: t('system.versions.program'), value: versions.program, detail: <Newer update={update} /> },
          {
            name: t('system.versions.schema'),
            value: versions.schema,
            detail: t('system.versions.schemaText'),
          },
          { name: 'PostgreSQL', value: versions.postgres },
          { name: 'Node', value: versions.node },
        ]}
      />
    </PageSection>
  )
}

function Newer({ update: { is_allowed, asked_at, version, changelog, problem } }: { update: UpdateState }) {
  if (!is_allowed) return t('system.update.off')
  return (
    <>
      {version ? (
        <p className="font-semibold text-ink">
          {t('system.update.newer', { version })}{' '}
          {changelog && (
            <a href={changelog} rel="noreferrer" className="font-normal underline underline-offset-4">
              {t('system.update.changelog')}
            </a>
          )}
        </p>
      ) : (
        <p>{t(asked_at ? 'system.update.newest' : 'system.update.notYet')}</p>
      )}
      {asked_at && (
        <p>
          {t('system.update.asked')} <LocalTime iso={asked_at} precision="minute" />
          {problem && `: ${problem}`}
        </p>
      )}
    </>
  )
}
