import { ListHeading } from '#app/admin/articles/list-heading.tsx'
import { DashboardTabs } from '#app/admin/dashboard/dashboard-tabs.tsx'
import { t } from '#app/admin/messages.ts'
import { MyDesk } from '#app/admin/my-desk/my-desk.tsx'
import { TranslationQueue } from '#app/admin/my-desk/translation-queue.tsx'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import type { Route } from './+types/my-desk.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('myDesk.title'), matches)

/** What an administrator has to do, beside the dashboard. */
export default function MyDeskPage() {
  return (
    <>
      <ListHeading title={t('dashboard.title')} />
      <DashboardTabs />
      <MyDesk />
      <TranslationQueue />
    </>
  )
}
