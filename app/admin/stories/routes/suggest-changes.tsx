import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { preloadEditor } from '#app/admin/editor/markdown-editor.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import type { ScreenHandle } from '#app/admin/kit/room.ts'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { suggestedArticleQuery } from '#app/admin/stories/notes/notes-queries.ts'
import { SuggestEditor } from '#app/admin/stories/notes/suggest/suggest-editor.tsx'

export const handle: ScreenHandle = { title: t('notes.suggestMany') }

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
