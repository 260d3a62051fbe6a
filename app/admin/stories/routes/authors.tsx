import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { deskAuthorPath } from '#app/admin/kit/paths.ts'
import { QueryView } from '#app/admin/kit/query/query-view.tsx'
import { ListSkeleton } from '#app/admin/kit/ui/list-pager.tsx'
import { ArticlesTabs } from '#app/admin/stories/articles/list-heading.tsx'
import { authorsQuery } from '#app/admin/stories/author-queries.ts'
import type { DeskAuthor } from '#core/data/authors.ts'

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

/** The authors with their public details in English. */
function AuthorList({ authors }: { authors: readonly DeskAuthor[] }) {
  if (authors.length === 0) return <p className="text-sm text-soft">{t('authors.none')}</p>
  return (
    <ul aria-label={t('authors.title')} className="divide-y divide-line border-line border-y">
      {authors.map(({ slug, name, row }) => (
        <li key={slug} className="py-3 text-sm">
          <Link
            to={deskAuthorPath(slug)}
            className="font-medium underline decoration-line underline-offset-4 wrap-anywhere hover:decoration-current"
          >
            <bdi>{name ?? slug}</bdi>
          </Link>
          <p className="mt-0.5 text-soft wrap-anywhere">
            {row?.descriptions.en ?? t(row ? 'authors.noLine' : 'authors.nothing')}
          </p>
          {name === null && <p className="mt-0.5 text-orange">{t('authors.noArticles')}</p>}
        </li>
      ))}
    </ul>
  )
}
