import { Fragment } from 'react'
import { PublishDate } from '#app/components/article/byline.tsx'
import { CategoryBadge } from '#app/components/article/category-badge.tsx'
import { useLanguage } from '#app/hooks/use-translation.ts'
import { type SearchHit, splitHeadline } from '#core/domain/search.ts'
import { localizedPath } from '#core/i18n/languages.ts'
import { articlePath } from '#core/paths.ts'

/** An article by its slug, or where it is in a mirror. */
type ListedHit = Omit<SearchHit, 'slug' | 'total'> & ({ slug: string } | { address: string })

/** The articles that were found, each with the passages that match the query. */
export function SearchHitList({ hits }: { hits: ListedHit[] }) {
  const language = useLanguage()
  return (
    <ul className="mt-4 divide-y divide-line border-ink border-y">
      {hits.map((hit) => (
        <li
          key={hit.id}
          className="grid grid-cols-1 gap-x-16 py-6 wrap-anywhere lg:grid-cols-[5fr_7fr] lg:py-7"
        >
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <CategoryBadge category={hit.category} /> <PublishDate iso={hit.publish_date} form="short" />
          </div>
          <h3 lang={hit.language} className="mt-2 font-display text-title font-medium lg:col-start-1">
            <a
              href={'slug' in hit ? localizedPath(articlePath({ slug: hit.slug }), language) : hit.address}
              className="decoration-2 underline-offset-4 hover:underline"
            >
              {hit.title}
            </a>
          </h3>
          <p
            lang={hit.language}
            className="mt-2 font-serif text-base leading-relaxed text-soft lg:col-start-2 lg:mt-1.5"
          >
            <Headline text={hit.headline} />
          </p>
        </li>
      ))}
    </ul>
  )
}

function Headline({ text }: { text: string }) {
  return splitHeadline(text).map(({ text, found }, index) => {
    const Piece = found ? Found : Fragment
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text have no ids and never change their order
    return <Piece key={index}>{text}</Piece>
  })
}

function Found({ children }: { children: string }) {
  return <mark className="bg-brand/20 font-medium text-ink">{children}</mark>
}
