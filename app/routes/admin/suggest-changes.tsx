import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { preloadEditor } from '#app/admin/editor/markdown-editor.tsx'
import { t } from '#app/admin/messages.ts'
import { suggestedArticleQuery } from '#app/admin/notes/notes-queries.ts'
import { SuggestEditor } from '#app/admin/notes/suggest/suggest-editor.tsx'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import type { Route } from './+types/suggest-changes.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('notes.suggestMany'), matches)

if (!import.meta.env.SSR) preloadEditor()

/** Suggests changes of an article, instead of making them. */
export default function SuggestChangesPage() {
  const { id = '' } = useParams()
  const query = useQuery(suggestedArticleQuery(id))
  return (
    <QueryView query={query} what={t('article.what')} pending={<ListSkeleton rows={4} />}>
      {(article) =>
        article ? (
          <SuggestEditor key={article.id} article={article} />
        ) : (
          <p className="text-soft">{t('notes.suggest.noArticle')}</p>
        )
      }
    </QueryView>
  )
}
