import { useQuery } from '@tanstack/react-query'
import { ArticlesTabs } from '#app/admin/articles/articles-tabs.tsx'
import { AuthorList } from '#app/admin/authors/author-list.tsx'
import { authorsQuery } from '#app/admin/authors/author-queries.ts'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import type { Route } from './+types/authors.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('authors.title'), matches)

export default function Authors() {
  const authors = useQuery(authorsQuery)
  return (
    <>
      <h1 className="mb-4 font-display font-medium text-title-lg">{t('authors.title')}</h1>
      <ArticlesTabs />
      <p className="mb-6 max-w-prose text-sm text-soft">{t('authors.intro')}</p>
      <QueryView query={authors} what={t('authors.what')} pending={<ListSkeleton rows={5} />}>
        {(rows) => <AuthorList authors={rows} />}
      </QueryView>
    </>
  )
}
