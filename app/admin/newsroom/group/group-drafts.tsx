import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { editArticlePath } from '#app/admin/article/article-paths.ts'
import { t } from '#app/admin/messages.ts'
import { draftAddressesQuery } from '#app/admin/newsroom/newsroom-queries.ts'
import { ShortTime } from '#app/admin/ui/short-time.tsx'
import type { FoundNewsGroup } from '#core/domain/news-group.ts'

/** What was begun from a story already, and by whom. */
export function GroupDrafts({ drafts }: Pick<FoundNewsGroup, 'drafts'>) {
  const { data: addresses = [] } = useQuery({
    ...draftAddressesQuery(drafts.map(({ article_id }) => article_id)),
    enabled: drafts.length > 0,
  })
  if (drafts.length === 0) return null
  return (
    <section aria-labelledby="drafts-of-story">
      <h2 id="drafts-of-story" className="font-semibold text-sm">
        {t('newsroom.drafts')}
      </h2>
      <ul className="mt-1.5 space-y-1.5 text-sm">
        {drafts.map(({ article_id, title, begun_by_name, begun_at }) => {
          const slug = addresses.find(({ id }) => id === article_id)?.slug
          const name = title || t('newsroom.drafts.untitled')
          return (
            <li key={article_id}>
              {slug ? (
                <Link
                  to={editArticlePath({ slug })}
                  className="underline decoration-line underline-offset-4 wrap-anywhere hover:decoration-current"
                >
                  {name}
                </Link>
              ) : (
                <span className="wrap-anywhere">{name}</span>
              )}{' '}
              <span className="text-faint">
                {begun_by_name && <bdi>{begun_by_name}, </bdi>}
                <ShortTime iso={begun_at} />
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
