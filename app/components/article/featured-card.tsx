import { Byline, PublishDate } from '#app/components/article/byline.tsx'
import { CategoryBadge, categoryTone } from '#app/components/article/category-badge.tsx'
import { HeroImage } from '#app/components/article/hero-image.tsx'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { buttonStyles } from '#app/components/ui/button.tsx'
import { ArrowRight } from '#app/components/ui/icons.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import type { ListedArticle } from '#core/domain/hero-image.ts'
import { articlePath } from '#core/paths.ts'

/** The featured article at the top of the home page. */
export function FeaturedCard({ article }: { article: ListedArticle }) {
  const { t } = useTranslation()
  const path = articlePath({ slug: article.slug })
  return (
    <article data-tone={categoryTone(article.category)} className="group relative wrap-anywhere">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="rounded-sm bg-ink px-2 py-0.5 text-label font-semibold text-paper">
          {t('card.featured')}
        </span>{' '}
        <CategoryBadge category={article.category} /> <PublishDate iso={article.publish_date} form="long" />
      </div>
      <h2 className="mt-4 max-w-[24ch] font-display text-headline font-medium lg:max-w-none">
        <LocalLink
          to={path}
          className="decoration-accent decoration-3 underline-offset-6 group-hover:underline after:absolute after:inset-0"
        >
          {article.title}
        </LocalLink>
      </h2>
      <div className="mt-6 grid gap-x-10 gap-y-5 lg:mt-8 lg:grid-cols-[2fr_1fr]">
        <HeroImage
          article={article}
          loading="first"
          sizes="(min-width: 80rem) 49rem, (min-width: 64rem) 62vw, 92vw"
        />
        <div className="flex flex-col items-start lg:border-t lg:border-ink lg:pt-5">
          {article.subtitle && <p className="font-serif text-deck text-pretty">{article.subtitle}</p>}
          <p className="mt-4 font-serif text-base leading-relaxed text-soft">{article.excerpt}</p>
          <div className="mt-5 lg:mt-auto">
            <Byline article={article} />
            <LocalLink
              to={path}
              aria-label={t('card.readFull.label', { title: article.title })}
              className={buttonStyles({ size: 'lg', className: 'relative mt-4 print:hidden' })}
            >
              {t('card.readFull')}
              <ArrowRight size={18} />
            </LocalLink>
          </div>
        </div>
      </div>
    </article>
  )
}
