import { t } from '#app/admin/messages.ts'
import { formatTime } from '#app/admin/system/describe-system.ts'
import { Facts } from '#app/admin/system/facts.tsx'
import { type Column, DataTable } from '#app/admin/table/data-table.tsx'
import { formatAge } from '#app/admin/ui/format-age.ts'
import { formatBytes } from '#app/admin/ui/format-bytes.ts'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { PageSection } from '#app/admin/ui/page-section.tsx'
import type { ProcessRole, SystemProcess, SystemState, UpdateState } from '#core/domain/system.ts'

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

/** What runs, and whether there is something newer. */
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
