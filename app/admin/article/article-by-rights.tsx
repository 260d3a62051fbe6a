import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { ArticleEditor, type ArticleEditorProps } from '#app/admin/article/article-editor.tsx'
import { ArticleReading } from '#app/admin/article/article-reading.tsx'
import { t } from '#app/admin/messages.ts'
import { OrphanedCopies } from '#app/admin/people/orphaned-copies.tsx'
import { orphanedCopiesQuery } from '#app/admin/people/people-queries.ts'
import { deskQuery } from '#app/admin/query/desk-query.ts'
import { useMember } from '#app/admin/session/use-member.ts'
import { NotForRole } from '#app/admin/shell/not-for-role.tsx'
import { Notice } from '#app/admin/ui/notice.tsx'
import { findWorkflow, listArticlePeople } from '#core/data/article-workflow.ts'
import type { Article } from '#core/domain/article.ts'
import { type ArticleRights, articleRights } from '#core/domain/article-rights.ts'

/** The form of an article for those who may change it, and its text for those who may only read it. */
export function ArticleByRights(props: Omit<ArticleEditorProps, 'rights'>) {
  const { article } = props.opened
  const isAdministrator = useMember().role === 'admin'
  const known = useArticleRights(article)
  // The form of a new article stays open while its first save makes another question of it.
  const { articleId } = props.session
  const kept = useRef({ articleId, rights: known })
  if (known) kept.current = { articleId, rights: known }
  const rights = known ?? (kept.current.articleId === articleId ? kept.current.rights : undefined)
  if (!rights) return null
  if (!rights.writes) return article ? <ArticleReading article={article} /> : <NotForRole />
  return (
    <>
      {isAdministrator && article && <OrphansOfArticle articleId={article.id} />}
      <ArticleEditor {...props} rights={rights} />
    </>
  )
}

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

/** The member's rights on an article: null for a new one, undefined until they are known. */
function useArticleRights(article: Article | null): ArticleRights | undefined {
  const member = useMember()
  const asks = member.role === 'author' && article !== null
  const { data: facts = null, isPending } = useQuery({
    ...authorFactsQuery(article?.id ?? '', member.user_id),
    enabled: asks,
  })
  return asks && isPending ? undefined : articleRights(member, article, facts)
}

/** What others typed of the article and may not save any more. */
function OrphansOfArticle({ articleId }: { articleId: string }) {
  const { data: copies = [] } = useQuery(orphanedCopiesQuery(articleId))
  if (copies.length === 0) return null
  return (
    <Notice
      tone="warning"
      role="status"
      className="mb-6"
      title={t('people.orphans.atArticle', { count: copies.length })}
    >
      <OrphanedCopies copies={copies} />
    </Notice>
  )
}
