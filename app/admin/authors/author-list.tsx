import { Link } from 'react-router'
import { deskAuthorPath } from '#app/admin/authors/author-paths.ts'
import { t } from '#app/admin/messages.ts'
import type { DeskAuthor } from '#core/data/authors.ts'

/** The authors with what readers are told of them in English. */
export function AuthorList({ authors }: { authors: readonly DeskAuthor[] }) {
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
