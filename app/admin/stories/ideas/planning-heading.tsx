import { t } from '#app/admin/kit/messages.ts'
import { CALENDAR_PATH, DRAFTS_PATH, IDEAS_PATH } from '#app/admin/kit/paths.ts'
import { useMayOpen } from '#app/admin/kit/session/member.tsx'
import { ViewTabs } from '#app/admin/kit/ui/page-section.tsx'

const VIEWS = [
  { to: DRAFTS_PATH, label: t('drafts.title') },
  { to: IDEAS_PATH, label: t('ideas.title') },
  { to: CALENDAR_PATH, label: t('calendar.title') },
]

/** The links between what is written, what may be, and when; nothing for a member who has one of them only. */
export function PlanningTabs() {
  const mayOpen = useMayOpen()
  const tabs = VIEWS.filter(({ to }) => mayOpen(to))
  return tabs.length > 1 && <ViewTabs label={t('ideas.views')} tabs={tabs} />
}

/** The heading of ideas and of the calendar. */
export function PlanningHeading({ title }: { title: string }) {
  return (
    <>
      <h1 className="mb-4 font-display font-medium text-title-lg">{title}</h1>
      <PlanningTabs />
    </>
  )
}
