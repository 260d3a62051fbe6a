import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { AuthorForm } from '#app/admin/authors/author-form.tsx'
import { AUTHORS_PATH } from '#app/admin/authors/author-paths.ts'
import { authorQuery } from '#app/admin/authors/author-queries.ts'
import { t } from '#app/admin/messages.ts'
import { QueryView } from '#app/admin/query/query-view.tsx'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { BackLink } from '#app/admin/ui/back-link.tsx'
import { ListSkeleton } from '#app/admin/ui/list-skeleton.tsx'
import { authorPath } from '#core/paths.ts'
import type { Route } from './+types/author.ts'

export const meta: Route.MetaFunction = ({ matches }) => adminMeta(t('authors.one'), matches)

export default function DeskAuthorPage({ params }: Route.ComponentProps) {
  const found = useQuery(authorQuery(params.slug))
  return (
    <>
      <BackLink to={AUTHORS_PATH}>{t('authors.back')}</BackLink>
      <QueryView query={found} what={t('authors.what')} pending={<ListSkeleton rows={5} />}>
        {(author) => {
          if (!author) return <p className="text-sm text-soft">{t('authors.missing')}</p>
          return (
            <>
              <h1 className="font-display font-medium text-title-lg wrap-anywhere">
                <bdi>{author.name ?? author.slug}</bdi>
              </h1>
              <p className="mt-1.5 mb-6 text-sm">
                {author.name === null ? (
                  t('authors.noArticles')
                ) : (
                  <Link to={authorPath(author.slug)} className="underline underline-offset-4">
                    {t('authors.page')}
                  </Link>
                )}
              </p>
              <AuthorForm key={author.slug} author={author} />
            </>
          )
        }}
      </QueryView>
    </>
  )
}
