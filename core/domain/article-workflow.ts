/** How far an article is until it is published, which `articles.published` says. */
export const WORKFLOW_STATES = ['draft', 'handed_in', 'in_edit', 'ready'] as const
export type WorkflowState = (typeof WORKFLOW_STATES)[number]

/** Who has an article, what for, and until when: a row of `article_workflow`, for originals. */
export interface ArticleWorkflow {
  article_id: string
  owner: string | null
  state: WorkflowState
  /** Who has it now; null: nobody, or any editor where it is handed in. */
  next_person: string | null
  next_task: string | null
  next_since: string | null
  /** A day, `YYYY-MM-DD`. */
  due_on: string | null
  /** Named by a hand-over, so that none goes over another one. */
  updated_at: string
  /** Who handed it to who has it now. */
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
