import { useQuery } from '@tanstack/react-query'
import { useColleagues, useHasColleagues } from '#app/admin/people/names-of-people.ts'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import { findWorkflow, listArticlePeople, listHandovers, loadMyDesk } from '#core/data/article-workflow.ts'
import type { Client } from '#core/data/client.ts'
import type { Handover, Work } from '#core/domain/handover.ts'

/** Also of what depends on who has an article. */
export const WORK_KEY = ['article-workflow']
/** How many hand-overs the history of an article shows. */
const SHOWN_HANDOVERS = 50

const LIVE = { live: ['article_workflow'] } as const

export interface ArticleWork extends Work {
  /** The latest first. */
  handovers: Handover[]
}

/** Who works on an article, and how it came there. */
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

/** Who works on an article; undefined until it is known, and where nobody else is at the desk. */
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
