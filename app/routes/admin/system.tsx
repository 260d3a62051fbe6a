import { Outlet } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { SYSTEM_PATH, SYSTEM_QUEUE_PATH, SYSTEM_REQUESTS_PATH } from '#app/admin/system/system-paths.ts'
import { useSystem } from '#app/admin/system/system-queries.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { ViewTabs } from '#app/admin/ui/view-tabs.tsx'

/** What runs the site: one page for what is wrong and what is used, one for the queue, and one for requests. */
export default function System() {
  const system = useSystem()
  const failed = system.data?.failed_count ?? 0
  return (
    <>
      <h1 className="mb-4 font-display font-medium text-title-lg">{t('system.title')}</h1>
      <ViewTabs
        label={t('system.views')}
        tabs={[
          { to: SYSTEM_PATH, label: t('system.tab.overview') },
          {
            to: SYSTEM_QUEUE_PATH,
            label: failed > 0 ? t('system.tab.jobsFailed', { count: failed }) : t('system.tab.jobs'),
          },
          { to: SYSTEM_REQUESTS_PATH, label: t('system.tab.requests') },
        ]}
      />
      <QueryView query={system} what={t('system.what')} pending={<ListSkeleton rows={6} />}>
        {(state) => <Outlet context={state} />}
      </QueryView>
    </>
  )
}
