import { t } from '#app/admin/kit/messages.ts'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import { TranslationQueue } from '#app/admin/languages/translation-queue/own-queue.tsx'
import { DashboardTabs } from '#app/admin/shell/dashboard/dashboard-tabs.tsx'
import { ListHeading } from '#app/admin/stories/articles/list-heading.tsx'
import { MyDesk } from '#app/admin/stories/work/my-desk.tsx'

export const handle: ScreenHandle = { title: t('myDesk.title') }

/** An administrator's own work, beside the dashboard. */
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
