import type { Row } from '#core/data/database.types.ts'
import type { Article } from '#core/domain/article.ts'

/** The stages of an article before its publication, which `articles.published` records. */
export const WORKFLOW_STATES = ['draft', 'handed_in', 'in_edit', 'ready'] as const
export type WorkflowState = (typeof WORKFLOW_STATES)[number]

/** The person who works on an article, the task, and the day on which it is due: a row of `article_workflow`, for originals. */
export type ArticleWorkflow = Row<'article_workflow'>

/** Somebody who works on an article beside its owner: a row of `article_people`. */
export type ArticlePerson = Row<'article_people'>

export const MAX_PEOPLE = 20

export type OwnerAnswer =
  | { status: 'changed'; workflow: ArticleWorkflow }
  | { status: 'gone' | 'no_role' | 'cannot_do' }

export type DueAnswer = { status: 'changed'; workflow: ArticleWorkflow } | { status: 'gone' }

export type PersonAnswer = { status: 'added' | 'removed' | 'gone' | 'no_role' | 'cannot_do' | 'too_many' }

/** An article in a list of work. */
export type WorkItem = Pick<Article, 'id' | 'slug' | 'language' | 'title'> &
  Pick<
    ArticleWorkflow,
    'owner' | 'state' | 'next_person' | 'next_task' | 'next_since' | 'next_from' | 'due_on' | 'updated_at'
  >

/** The most urgent hundred, and how many there are; a count ends at 1000. */
export interface WorkList {
  count: number
  rows: WorkItem[]
}

export interface MyDesk {
  /** Articles that the person owns. */
  mine: WorkList
  /** Articles that the person has now; for editors also those that are handed in to all of them. */
  waits_for_me: WorkList
  /** Articles that the person handed over, and somebody else has. */
  i_wait_for: WorkList
  late: WorkList
}
