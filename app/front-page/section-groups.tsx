import { categoryTone } from '#app/components/article/category-tone.ts'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { Headline } from '#app/front-page/headline.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import type { OwnFrontPage } from '#core/domain/front-page.ts'
import { categoryPath } from '#core/paths.ts'

const PICTURE_SIZES = '(min-width: 64rem) 24rem, (min-width: 40rem) 46vw, 92vw'

/** The newest of each section under its name. */
export function SectionGroups({ sections }: Pick<OwnFrontPage, 'sections'>) {
  const { t } = useTranslation()
  return (
    <div className="section-groups">
      {sections.map(({ category, articles }) => (
        <section
          key={category}
          aria-labelledby={`section-${category}`}
          data-tone={categoryTone(category)}
          className="border-t-3 border-accent"
        >
          <h2 id={`section-${category}`} className="font-display text-title font-medium">
            <LocalLink
              to={categoryPath(category)}
              className="decoration-accent decoration-2 underline-offset-4 hover:underline"
            >
              {t(`category.${category}.name`)}
            </LocalLink>
          </h2>
          <ul>
            {articles.map((article) => (
              <li key={article.id}>
                <Headline article={article} sizes={PICTURE_SIZES} withCategory={false} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
