import { useQuery } from '@tanstack/react-query'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { findWorkflow, listArticlePeople } from '#core/data/article-workflow.ts'
import type { Article } from '#core/domain/article.ts'
import { type ArticleRights, articleRights } from '#core/domain/article-rights.ts'

/** Follows who has the article, because handing it over ends or begins what an author may do. */
const authorFactsQuery = (articleId: string, userId: string) =>
  deskQuery(
    ['article-workflow', articleId, 'author', userId],
    async (client) => {
      const [workflow, people] = await Promise.all([
        findWorkflow(client, articleId),
        listArticlePeople(client, articleId),
      ])
      return { workflow, isAdded: people.some(({ user_id }) => user_id === userId) }
    },
    { live: ['article_workflow', 'articles'] },
  )

/** What the member can do with an article; null for a new one. Undefined until it is known. */
export function useArticleRights(article: Article | null): ArticleRights | undefined {
  const member = useMember()
  const asks = member.role === 'author' && article !== null
  const { data: facts = null, isPending } = useQuery({
    ...authorFactsQuery(article?.id ?? '', member.user_id),
    enabled: asks,
  })
  return asks && isPending ? undefined : articleRights(member, article, facts)
}
