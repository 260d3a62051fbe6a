import type { ArticleWorkflow, WorkflowState } from '#core/domain/article-workflow.ts'
import { isEditor, type Role } from '#core/domain/role.ts'

/** An article that passed from hand to hand: a row of `handovers`. */
export interface Handover {
  id: number
  article_id: string
  made_at: string
  made_by: string
  from_person: string | null
  /** Null: nobody, or any editor where it is handed in. */
  to_person: string | null
  state_before: WorkflowState
  state_after: WorkflowState
  due_on: string | null
  /** What for. Null where an editor took what was handed in. */
  sentence: string | null
}

export const MAX_SENTENCE_LENGTH = 300

/** What somebody else has done with the article since it was read. */
interface Overtaken {
  status: 'changed'
  workflow: ArticleWorkflow
  /** Who was faster; null where nobody was named. */
  by: string | null
}

export type HandoverRefusal =
  | 'gone'
  | 'published'
  | 'scheduled'
  | 'no_role'
  | 'cannot_do'
  | 'needs_person'
  | 'not_allowed'

export type HandoverAnswer =
  | { status: 'handed_over'; workflow: ArticleWorkflow }
  | Overtaken
  | { status: HandoverRefusal }

export type TakeAnswer =
  | { status: 'taken'; workflow: ArticleWorkflow }
  | Overtaken
  | { status: 'gone' | 'published' }

/** Whether a role can do what a state of an article asks for; `private.can_have_article` has the same. */
export function canHaveArticle(role: Role, state: WorkflowState): boolean {
  if (isEditor({ role })) return true
  if (state === 'handed_in') return false
  return role === 'author' || (role === 'translator' && state !== 'draft')
}
