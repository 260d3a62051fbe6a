import { Byline } from '#app/components/article/byline.tsx'
import { CategoryBadge } from '#app/components/article/category-badge.tsx'
import { PublishDate } from '#app/components/article/publish-date.tsx'
import type { Article } from '#core/domain/article.ts'

type Shown = Pick<
  Article,
  'title' | 'subtitle' | 'category' | 'author' | 'reading_time' | 'publish_date' | 'language'
> & { authorSlug?: string | null }

/** `updated` says when it was changed after its publication. */
export function ArticleHeader({ article, updated }: { article: Shown; updated: string | null }) {
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
