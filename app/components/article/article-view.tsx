import { Byline, PublishDate } from '#app/components/article/byline.tsx'
import { CategoryBadge, categoryTone } from '#app/components/article/category-badge.tsx'
import { HeroImage } from '#app/components/article/hero-image.tsx'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { SignupCard } from '#app/components/newsletter/signup-card.tsx'
import { ArrowLeft } from '#app/components/ui/icons.tsx'
import { useTranslation } from '#app/hooks/use-translation.ts'
import type { Article } from '#core/domain/article.ts'
import { heroImageSources, type WithHero } from '#core/domain/hero-image.ts'
import { ALL_CATEGORIES_PAGE } from '#core/domain/shipped-sections.ts'
import { formatArticleDate } from '#core/i18n/dates.ts'
import { categoryPath } from '#core/paths.ts'

interface ArticleViewProps {
  /** The article, with the address of the author's page if there is one. */
  article: WithHero<Omit<Article, 'content'>> & { authorSlug?: string | null }
  /** The alternative text of the hero image. */
  alt: string
  html: string
  updated: string | null
}

/** An article as readers see it, for the preview of a draft too. */
export function ArticleView({ article, alt, html, updated }: ArticleViewProps) {
  const { language, t } = useTranslation()
  return (
    <article data-tone={categoryTone(article.category)} className="page py-8 md:py-12">
      <ArticleHeader article={article} updated={updated} />
      {heroImageSources(article.hero_image) && (
        <HeroImage
          key={article.id}
          article={article}
          sizes="(min-width: 72rem) 68rem, 100vw"
          alt={alt}
          loading="first"
          className="mx-auto mt-8 max-w-[68rem] max-sm:mx-[calc(var(--page-gutter)*-1)] has-data-failed:hidden"
        />
      )}
      <div
        lang={article.language}
        className="prose measure mt-10 md:mt-14"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised on the server
        dangerouslySetInnerHTML={{ __html: html }}
      />
      <div className="measure mt-14">
        <SignupCard />
        <footer className="mt-10 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-t border-line pt-5 text-sm">
          <p className="min-w-0 wrap-anywhere text-faint">
            {t('article.publishedBy', {
              date: formatArticleDate(article.publish_date, language),
              author: article.author,
            })}
          </p>
          <LocalLink
            to={categoryPath(ALL_CATEGORIES_PAGE)}
            className="inline-flex items-center gap-1.5 py-1 font-semibold underline-offset-4 hover:underline"
          >
            <ArrowLeft size={15} />
            {t('article.back')}
          </LocalLink>
        </footer>
      </div>
    </article>
  )
}

type Shown = Pick<
  Article,
  'title' | 'subtitle' | 'category' | 'author' | 'reading_time' | 'publish_date' | 'language'
> & { authorSlug?: string | null }

/** `updated` says when it was changed after its publication. */
function ArticleHeader({ article, updated }: { article: Shown; updated: string | null }) {
  return (
    <header className="measure wrap-anywhere">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <CategoryBadge category={article.category} /> <PublishDate iso={article.publish_date} form="long" />{' '}
        {updated && <span className="text-faint text-sm">{updated}</span>}
      </div>
      <h1 lang={article.language} className="mt-4 font-display text-headline font-medium lg:-mr-36">
        {article.title}
      </h1>
      {article.subtitle && (
        <p lang={article.language} className="mt-4 font-serif text-deck text-pretty text-soft">
          {article.subtitle}
        </p>
      )}
      <div className="mt-6 border-t border-line pt-4">
        <Byline article={article} />
      </div>
    </header>
  )
}
