import { wholeTitle } from '#app/components/article/article-card.tsx'
import { PublishDate } from '#app/components/article/byline.tsx'
import { CategoryBadge, categoryTone } from '#app/components/article/category-badge.tsx'
import { HeroImage } from '#app/components/article/hero-image.tsx'
import type { ArticleSummary } from '#core/domain/article.ts'
import type { WithHero } from '#core/domain/hero-image.ts'
import { articlePath } from '#core/paths.ts'

/** The width of the pictures. On small and on wide screens a square is cut out of one that is nearly twice as wide. */
const IMAGE_SIZES = '(min-width: 64rem) 14rem, (min-width: 40rem) 46vw, 11rem'

type RowArticle = WithHero<
  Pick<ArticleSummary, 'id' | 'slug' | 'language' | 'title' | 'category' | 'hero_image' | 'publish_date'>
>

/** A titled row of articles with which readers may continue; nothing if there are none. */
export function ArticleRow({ title, articles }: { title: string; articles: RowArticle[] }) {
  if (articles.length === 0) return null
  return (
    // No heading of an article above has an id with an underscore.
    <section aria-labelledby="article_row" className="page pb-8 md:pb-12 print:hidden">
      <h2 id="article_row" className="mb-8 border-t-3 border-ink pt-4 font-display text-title-lg font-medium">
        {title}
      </h2>
      <ul className="grid gap-x-10 gap-y-6 sm:grid-cols-2 sm:gap-y-12">
        {articles.map((article) => (
          <li
            key={article.id}
            data-tone={categoryTone(article.category)}
            className="card compact group max-sm:not-first:border-t max-sm:not-first:border-line max-sm:not-first:pt-6"
          >
            <HeroImage article={article} sizes={IMAGE_SIZES} />
            <div className="col-start-1 row-start-1 flex flex-wrap items-center gap-x-3 gap-y-1">
              <CategoryBadge category={article.category} />{' '}
              <PublishDate iso={article.publish_date} form="short" />
            </div>
            <h3 className="col-start-1 row-start-2 mt-2.5 font-display font-medium">
              <a
                href={articlePath(article)}
                title={wholeTitle(article.title)}
                className="card-title decoration-accent decoration-2 underline-offset-4 group-hover:underline after:absolute after:inset-0"
              >
                {article.title}
              </a>
            </h3>
          </li>
        ))}
      </ul>
    </section>
  )
}
