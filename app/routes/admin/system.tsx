import { Outlet } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { SystemHeading } from '#app/admin/system/system-heading.tsx'
import { useSystem } from '#app/admin/system/system-queries.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'

/** What runs the site: one page for what is wrong and what is used, one for the queue, and one for requests. */
export default function System() {
  const system = useSystem()
  return (
    <>
      <SystemHeading failed={system.data?.failed_count} />
      <QueryView query={system} what={t('system.what')} pending={<ListSkeleton rows={6} />}>
        {(state) => <Outlet context={state} />}
      </QueryView>
    </>
  )
}
