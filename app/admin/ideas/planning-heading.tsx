import { DRAFTS_PATH } from '#app/admin/article/article-paths.ts'
import { CALENDAR_PATH, IDEAS_PATH } from '#app/admin/ideas/idea-paths.ts'
import { t } from '#app/admin/messages.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { mayOpen } from '#app/admin/shell/screens.ts'
import { ViewTabs } from '#app/admin/ui/view-tabs.tsx'

const VIEWS = [
  { to: DRAFTS_PATH, label: t('drafts.title') },
  { to: IDEAS_PATH, label: t('ideas.title') },
  { to: CALENDAR_PATH, label: t('calendar.title') },
]

/** The links between what is written, what may be, and when; nothing for a member who has one of them only. */
export function PlanningTabs() {
  const member = useMember()
  const tabs = VIEWS.filter(({ to }) => mayOpen(member, to))
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
