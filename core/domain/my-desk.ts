import type { Article } from '#core/domain/article.ts'
import type { ArticleWorkflow } from '#core/domain/article-workflow.ts'

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
