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
  updated_at: string
}
