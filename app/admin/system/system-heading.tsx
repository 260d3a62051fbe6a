import { BACKUPS_PATH } from '#app/admin/backups/backups-path.ts'
import { useDeskFacts } from '#app/admin/dashboard/dashboard-queries.ts'
import { IMPORTS_PATH } from '#app/admin/imports/import-paths.ts'
import { t } from '#app/admin/messages.ts'
import {
  AUDIT_PATH,
  SYSTEM_PATH,
  SYSTEM_QUEUE_PATH,
  SYSTEM_REQUESTS_PATH,
} from '#app/admin/system/system-paths.ts'
import { ViewTabs } from '#app/admin/ui/view-tabs.tsx'

/** The heading of all views of what runs the site, with the links between them. `failed` is missing where the jobs are not read. */
export function SystemHeading({ failed }: { failed?: number | undefined }) {
  const facts = useDeskFacts()
  const count = failed ?? facts?.waiting.health.failed_jobs ?? 0
  return (
    <>
      <h1 className="mb-4 font-display font-medium text-title-lg">{t('system.title')}</h1>
      <ViewTabs
        label={t('system.views')}
        tabs={[
          { to: SYSTEM_PATH, label: t('system.tab.overview') },
          { to: BACKUPS_PATH, label: t('backups.title') },
          { to: IMPORTS_PATH, label: t('imports.title') },
          { to: AUDIT_PATH, label: t('audit.title') },
          {
            to: SYSTEM_QUEUE_PATH,
            label: count > 0 ? t('system.tab.jobsFailed', { count }) : t('system.tab.jobs'),
          },
          { to: SYSTEM_REQUESTS_PATH, label: t('system.tab.requests') },
        ]}
      />
    </>
  )
}
