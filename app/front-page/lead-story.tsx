import { Byline } from '#app/components/article/byline.tsx'
import { CategoryBadge } from '#app/components/article/category-badge.tsx'
import { categoryTone } from '#app/components/article/category-tone.ts'
import { HeroImage } from '#app/components/article/hero-image.tsx'
import { PublishDate } from '#app/components/article/publish-date.tsx'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import type { ListedArticle } from '#core/domain/hero-image.ts'
import { articlePath } from '#core/paths.ts'

/** The first story of the dense and the calm front page. */
export function LeadStory({ article, sizes }: { article: ListedArticle; sizes: string }) {
  return (
    <article data-tone={categoryTone(article.category)} className="lead-story group relative wrap-anywhere">
      {article.hero_image && <HeroImage article={article} loading="first" sizes={sizes} />}
      <div>
        <div className="lead-story-marks">
          <CategoryBadge category={article.category} /> <PublishDate iso={article.publish_date} form="long" />
        </div>
        <h2 className="font-display font-medium">
          <LocalLink
            to={articlePath({ slug: article.slug })}
            className="decoration-accent decoration-3 underline-offset-6 group-hover:underline after:absolute after:inset-0"
          >
            {article.title}
          </LocalLink>
        </h2>
        <p className="font-serif text-deck text-pretty">{article.subtitle || article.excerpt}</p>
        <Byline article={article} />
      </div>
    </article>
  )
}
