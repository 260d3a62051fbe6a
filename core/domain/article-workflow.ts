/** The stages of an article before its publication, which `articles.published` records. */
export const WORKFLOW_STATES = ['draft', 'handed_in', 'in_edit', 'ready'] as const
export type WorkflowState = (typeof WORKFLOW_STATES)[number]

/** The person who works on an article, the task, and the day on which it is due: a row of `article_workflow`, for originals. */
export interface ArticleWorkflow {
  article_id: string
  owner: string | null
  state: WorkflowState
  /** The person who has it now; null: nobody, or any editor if it is handed in. */
  next_person: string | null
  next_task: string | null
  next_since: string | null
  /** A day, `YYYY-MM-DD`. */
  due_on: string | null
  /** Named by a handover, so that no handover overwrites another one. */
  updated_at: string
  /** The person who handed it to `next_person`. */
  next_from: string | null
  changed_by: string | null
}

/** Somebody who works on an article beside its owner: a row of `article_people`. */
export interface ArticlePerson {
  article_id: string
  user_id: string
  added_by: string | null
  added_at: string
}

export const MAX_PEOPLE = 20

export type OwnerAnswer =
  | { status: 'changed'; workflow: ArticleWorkflow }
  | { status: 'gone' | 'no_role' | 'cannot_do' }

export type DueAnswer = { status: 'changed'; workflow: ArticleWorkflow } | { status: 'gone' }

export type PersonAnswer = { status: 'added' | 'removed' | 'gone' | 'no_role' | 'cannot_do' | 'too_many' }
