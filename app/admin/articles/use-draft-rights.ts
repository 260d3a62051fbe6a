import { useQuery } from '@tanstack/react-query'
import { ARTICLES_KEY } from '#app/admin/articles/articles-table.ts'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { listWorkflows } from '#core/data/article-workflow.ts'
import type { DeskArticle } from '#core/data/desk-articles.ts'
import { articleRights } from '#core/domain/article-rights.ts'

interface DraftRights {
  writes: boolean
  deletes: boolean
}

const workflowsQuery = (ids: string[]) =>
  deskQuery([...ARTICLES_KEY, 'workflows', ids], (client) => listWorkflows(client, ids), {
    live: ['article_workflow'],
  })

/** Returns a function that says what the member can do with a draft of a list. Of those of an author, who owns them decides. */
export function useDraftRights(drafts: readonly DeskArticle[]): (draft: DeskArticle) => DraftRights {
  const member = useMember()
  const isAuthor = member.role === 'author'
  const ids = drafts.map(({ id }) => id)
  const { data: workflows = [] } = useQuery({ ...workflowsQuery(ids), enabled: isAuthor && ids.length > 0 })
  return (draft) => {
    const workflow = workflows.find(({ article_id }) => article_id === draft.id) ?? null
    const { writes, edits } = articleRights(member, draft, { workflow, isAdded: false })
    return { writes, deletes: edits || (writes && workflow?.owner === member.user_id) }
  }
}
