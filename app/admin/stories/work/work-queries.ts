import { useQuery } from '@tanstack/react-query'
import { t } from '#app/admin/kit/messages.ts'
import { useColleagues, useHasColleagues } from '#app/admin/kit/query/colleagues.ts'
import { deskQuery } from '#app/admin/kit/query/desk-query.ts'
import { formatDate } from '#app/admin/kit/ui/format.ts'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { findWorkflow, listArticlePeople, listHandovers, loadMyDesk } from '#core/data/article-workflow.ts'
import type { Client } from '#core/data/client.ts'
import type { ArticleWorkflow, WorkflowState } from '#core/domain/article-workflow.ts'
import type { Handover, HandoverRefusal, Work } from '#core/domain/handover.ts'
import { wallTimeAt } from '#core/domain/zoned-time.ts'

/** The key also of what depends on who has an article. */
export const WORK_KEY = ['article-workflow']
/** The number of hand-overs that the history of an article shows. */
const SHOWN_HANDOVERS = 50

const LIVE = { live: ['article_workflow'] } as const

export interface ArticleWork extends Work {
  /** The latest first. */
  handovers: Handover[]
}

/** Reads who works on an article, and how it came there. */
const articleWorkQuery = (articleId: string) =>
  deskQuery([...WORK_KEY, 'article', articleId], (client) => readWork(client, articleId), LIVE)

async function readWork(client: Client, articleId: string): Promise<ArticleWork> {
  const [workflow, people, handovers] = await Promise.all([
    findWorkflow(client, articleId),
    listArticlePeople(client, articleId),
    listHandovers(client, articleId, { limit: SHOWN_HANDOVERS }),
  ])
  return { workflow, people: people.map(({ user_id }) => user_id), handovers }
}

export const myDeskQuery = (today: string) =>
  deskQuery([...WORK_KEY, 'mine', today], (client) => loadMyDesk(client, today), {
    live: ['article_workflow', 'articles'],
    refuses: true,
  })

/** Returns who works on an article; undefined until it is known, and where nobody else is at the desk. */
export function useArticleWork(articleId: string | null): ArticleWork | undefined {
  const hasColleagues = useHasColleagues()
  const { data } = useQuery({
    ...articleWorkQuery(articleId ?? ''),
    enabled: articleId !== null && hasColleagues,
  })
  return hasColleagues ? data : undefined
}

/** Returns a function that names somebody who works at the desk. */
export function useNameOfColleague(): (userId: string) => string | undefined {
  const names = new Map(useColleagues().map(({ user_id, name }) => [user_id, name]))
  return (userId) => names.get(userId)
}

/** The day, `YYYY-MM-DD`, in the time zone of the publication. */
export function useToday(): string {
  return wallTimeAt(new Date(), useSiteData().newsletter_zone).date
}

export const STATE_NAMES: Record<WorkflowState, string> = {
  draft: t('work.state.draft'),
  handed_in: t('work.state.handedIn'),
  in_edit: t('work.state.inEdit'),
  ready: t('work.state.ready'),
}

/** The name of who has an article that was handed to no person. */
export const NOBODY: Record<WorkflowState, string> = {
  draft: t('work.nobody.draft'),
  handed_in: t('work.nobody.handedIn'),
  in_edit: t('work.nobody.inEdit'),
  ready: t('work.nobody.ready'),
}

const REFUSALS: Record<HandoverRefusal, string> = {
  gone: t('work.refused.gone'),
  published: t('work.refused.published'),
  scheduled: t('work.refused.scheduled'),
  no_role: t('work.refused.noRole'),
  cannot_do: t('work.refused.cannotDo'),
  needs_person: t('work.refused.needsPerson'),
  not_allowed: t('work.refused.notAllowed'),
}

/** Says why an article stays where it is. */
export const describeRefusal = (status: HandoverRefusal): string => REFUSALS[status]

/** Says who was faster, and where the article is now. */
export function describeOvertaking({
  by,
  workflow,
}: {
  by: string | null
  workflow: ArticleWorkflow
}): string {
  const state = STATE_NAMES[workflow.state]
  return by === null ? t('work.overtaken', { state }) : t('work.overtaken.by', { name: by, state })
}

/** Says until when an article is due, as seen from a day. */
export function describeDue(dueOn: string, today: string): { text: string; isLate: boolean } {
  if (dueOn === today) return { text: t('work.due.today'), isLate: false }
  const isLate = dueOn < today
  return { text: t(isLate ? 'work.due.late' : 'work.due.on', { day: formatDate(dueOn) }), isLate }
}
