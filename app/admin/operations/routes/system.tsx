import { Outlet } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { useSystem } from '#app/admin/operations/system/system-queries.ts'
import { SystemHeading } from '#app/admin/operations/system-part.tsx'

/** The server: one page for problems and usage, one for the queue, and one for requests. */
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
