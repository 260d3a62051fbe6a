import { t } from '#app/admin/messages.ts'
import { useHasColleagues } from '#app/admin/people/names-of-people.ts'
import { HOME_PATH, MY_DESK_PATH } from '#app/admin/sign-in/admin-path.ts'
import { ViewTabs } from '#app/admin/ui/view-tabs.tsx'

const TABS = [
  { to: HOME_PATH, label: t('myDesk.tab.publication') },
  { to: MY_DESK_PATH, label: t('myDesk.title') },
] as const

/** Leads from the publication to the own work; nothing where nobody else is at the desk. */
export function DashboardTabs() {
  return useHasColleagues() ? <ViewTabs label={t('myDesk.tabs')} tabs={TABS} /> : null
}
