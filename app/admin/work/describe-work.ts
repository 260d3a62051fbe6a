import { formatDate } from '#app/admin/calendar/format-day.ts'
import { t } from '#app/admin/messages.ts'
import type { ArticleWorkflow, WorkflowState } from '#core/domain/article-workflow.ts'
import type { HandoverRefusal } from '#core/domain/handover.ts'

export const STATE_NAMES: Record<WorkflowState, string> = {
  draft: t('work.state.draft'),
  handed_in: t('work.state.handedIn'),
  in_edit: t('work.state.inEdit'),
  ready: t('work.state.ready'),
}

/** Who has an article that was handed to no person. */
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

/** Why an article stays where it is. */
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

/** Until when an article is due, as seen from a day. */
export function describeDue(dueOn: string, today: string): { text: string; isLate: boolean } {
  if (dueOn === today) return { text: t('work.due.today'), isLate: false }
  const isLate = dueOn < today
  return { text: t(isLate ? 'work.due.late' : 'work.due.on', { day: formatDate(dueOn) }), isLate }
}
