import { Link } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath, NEW_ARTICLE_PATH } from '#app/admin/kit/paths.ts'
import { nameOf } from '#app/admin/kit/ui/format.ts'
import { LocalTime } from '#app/admin/kit/ui/local-time.tsx'
import { useArticleReactions, useArticleViews } from '#app/admin/readers/article-views.tsx'
import { SectionBadge } from '#app/admin/settings/sections/section-badge.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import type { RecentArticle } from '#core/domain/dashboard.ts'
import { articlePath } from '#core/paths.ts'

const LINK = '-my-1 py-1.5 text-sm underline underline-offset-4 hover:text-soft'

export function RecentArticles({ articles }: { articles: RecentArticle[] }) {
  const ids = articles.filter(({ published }) => published).map(({ id }) => id)
  const viewsOf = useArticleViews(ids)
  const reactionsOf = useArticleReactions(ids)
  return (
    <section aria-labelledby="recent-articles" className="mt-12">
      <div className="flex items-baseline justify-between gap-4 border-ink border-b pb-2.5">
        <h2 id="recent-articles" className="font-semibold">
          {t('dashboard.recent.title')}
        </h2>
        <Link to="/admin/articles" className="py-1 text-sm underline underline-offset-4 hover:text-soft">
          {t('dashboard.recent.all')}
        </Link>
      </div>
      {articles.length === 0 ? (
        <div className="py-10">
          <p className="font-display font-medium text-title-sm">
            <Link to={NEW_ARTICLE_PATH} className="underline underline-offset-4 hover:text-soft">
              {t('dashboard.recent.emptyTitle')}
            </Link>
          </p>
          <p className="mt-1.5 text-sm text-soft">{t('dashboard.recent.emptyBody')}</p>
        </div>
      ) : (
        <ul className="divide-y divide-line">
          {articles.map((article) => (
            <RecentArticleRow
              key={article.id}
              article={article}
              notes={
                article.published && (
                  <>
                    {viewsOf(article.id)}
                    {reactionsOf(article.id)}
                  </>
                )
              }
            />
          ))}
        </ul>
      )}
    </section>
  )
}

function RecentArticleRow({ article, notes }: { article: RecentArticle; notes: React.ReactNode }) {
  const { category, publish_date, reading_time, published, featured, scheduled } = article
  const title = nameOf(article)
  return (
    <li className="flex items-start justify-between gap-5 py-4 max-sm:flex-wrap max-sm:gap-y-3">
      <div className="min-w-0 max-sm:basis-full">
        <h3 className="break-words font-display font-medium text-title-sm">
          <Link
            to={editArticlePath(article)}
            className="underline decoration-transparent underline-offset-4 hover:decoration-current"
          >
            {title}
          </Link>
        </h3>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-faint text-sm">
          <SectionBadge category={category} />
          <LocalTime iso={publish_date} precision="day" />
          <span>{reading_time}</span>
          {notes}
          {!published && (
            <Badge tone={scheduled ? 'blue' : 'grey'}>
              {scheduled ? t('dashboard.recent.scheduled') : t('dashboard.recent.draft')}
            </Badge>
          )}
          {featured && <Badge tone="brand">{t('dashboard.recent.featured')}</Badge>}
        </div>
      </div>
      <div className="flex shrink-0 gap-5">
        {published && (
          <a
            href={articlePath(article)}
            aria-label={t('dashboard.recent.viewNamed', { title })}
            className={LINK}
          >
            {t('dashboard.recent.view')}
          </a>
        )}
        <Link
          to={editArticlePath(article)}
          aria-label={t('dashboard.recent.editNamed', { title })}
          className={LINK}
        >
          {t('dashboard.recent.edit')}
        </Link>
      </div>
    </li>
  )
}
