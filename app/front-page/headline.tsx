import { CategoryBadge } from '#app/components/article/category-badge.tsx'
import { categoryTone } from '#app/components/article/category-tone.ts'
import { HeroImage } from '#app/components/article/hero-image.tsx'
import { PublishDate } from '#app/components/article/publish-date.tsx'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import type { ListedArticle } from '#core/domain/hero-image.ts'
import { articlePath } from '#core/paths.ts'

interface HeadlineProps {
  article: ListedArticle
  /** The width of its picture, as the value of the `sizes` attribute; without it no picture is shown. */
  sizes?: string
  loading?: 'early' | 'lazy'
  /** False among the articles of one category. */
  withCategory?: boolean
  className?: string
}

/** An article as little more than its title. Its excerpt is shown where the list of articles has it. */
export function Headline({
  article,
  sizes,
  loading = 'lazy',
  withCategory = true,
  className = '',
}: HeadlineProps) {
  return (
    <article
      data-tone={categoryTone(article.category)}
      className={`headline group relative wrap-anywhere ${className}`}
    >
      {sizes && article.hero_image && <HeroImage article={article} loading={loading} sizes={sizes} />}
      <div>
        <h3 className="font-display font-medium">
          <LocalLink
            to={articlePath({ slug: article.slug })}
            className="decoration-accent decoration-2 underline-offset-4 group-hover:underline after:absolute after:inset-0"
          >
            {article.title}
          </LocalLink>
        </h3>
        {article.excerpt && <p className="line-clamp-3 font-serif text-soft">{article.excerpt}</p>}
        <p className="headline-foot">
          {withCategory && <CategoryBadge category={article.category} />}{' '}
          <PublishDate iso={article.publish_date} form="short" />
        </p>
      </div>
    </article>
  )
}
