import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/kit/messages.ts'
import { HOME_PATH, MY_DESK_PATH } from '#app/admin/kit/paths.ts'
import { useHasColleagues } from '#app/admin/kit/query/colleagues.ts'
import { ViewTabs } from '#app/admin/kit/ui/page-section.tsx'
import { myDeskQuery, useToday } from '#app/admin/stories/work/work-queries.ts'

/** Leads from the publication to the own work, of which it says how much waits; nothing where nobody else is at the desk. */
export function DashboardTabs() {
  const hasColleagues = useHasColleagues()
  const { data } = useQuery({ ...myDeskQuery(useToday()), enabled: hasColleagues })
  const count = data?.waits_for_me.count ?? 0
  if (!hasColleagues) return null
  return (
    <ViewTabs
      label={t('myDesk.tabs')}
      tabs={[
        { to: HOME_PATH, label: t('myDesk.tab.publication') },
        { to: MY_DESK_PATH, label: count > 0 ? t('myDesk.tab.count', { count }) : t('myDesk.title') },
      ]}
    />
  )
}
