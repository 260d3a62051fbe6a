import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import {
  ARTICLES_PATH,
  AUTHORS_PATH,
  CALENDAR_PATH,
  DRAFTS_PATH,
  IDEAS_PATH,
  NEW_ARTICLE_PATH,
  RECORDINGS_PATH,
} from '#app/admin/kit/paths.ts'
import { useMayOpen, useMember } from '#app/admin/kit/session/member.tsx'
import { ViewTabs } from '#app/admin/kit/ui/page-section.tsx'
import { recordingCountsQuery } from '#app/admin/stories/recordings/recordings-table.ts'
import { buttonStyles } from '#app/components/ui/button.tsx'
import { isEditor } from '#core/domain/role.ts'

/** The heading of a page about articles, with the link to write another one. */
export function ListHeading({ title, subtitle }: { title: string; subtitle?: string }) {
  const mayOpen = useMayOpen()
  return (
    <div className="mb-6 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
      <div>
        <h1 className="font-display font-medium text-title-lg">{title}</h1>
        {subtitle && <p className="mt-1 text-faint text-sm">{subtitle}</p>}
      </div>
      {mayOpen(NEW_ARTICLE_PATH) && (
        <Link to={NEW_ARTICLE_PATH} className={buttonStyles({ size: 'sm' })}>
          <Plus aria-hidden size={16} />
          {t('articles.action.new')}
        </Link>
      )}
    </div>
  )
}

/**
 * The links between the articles, their authors and their recordings, for editors. Without a speech model there are no recordings to look
 * at; `hasRecordings` on the screen itself.
 */
export function ArticlesTabs({ hasRecordings = false }: { hasRecordings?: boolean }) {
  const edits = isEditor(useMember())
  const { data } = useQuery({ ...recordingCountsQuery, enabled: edits })
  if (!edits) return null
  const failed = data?.counts.failed ?? 0
  const recordings = {
    to: RECORDINGS_PATH,
    label: failed > 0 ? t('recordings.tabFailed', { count: failed }) : t('recordings.title'),
  }
  return (
    <ViewTabs
      label={t('articles.views')}
      tabs={[
        { to: ARTICLES_PATH, label: t('articles.title') },
        { to: AUTHORS_PATH, label: t('authors.title') },
        ...(hasRecordings || data?.has_model || data?.total ? [recordings] : []),
      ]}
    />
  )
}

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
