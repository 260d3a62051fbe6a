import { Link } from 'react-router'
import { t } from '#app/admin/messages.ts'
import { LocalTime } from '#app/admin/ui/local-time.tsx'
import { CategoryBadge } from '#app/components/article/category-badge.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import type { RecentArticle } from '#core/data/dashboard.ts'
import { articlePath } from '#core/paths.ts'

export function RecentArticles({ articles }: { articles: RecentArticle[] }) {
  return (
    <section aria-labelledby="recent-articles" className="mt-12">
      <div className="flex items-baseline justify-between gap-4 border-ink border-b pb-2.5">
        <h2 id="recent-articles" className="font-semibold">
          {t('dashboard.recent.title')}
        </h2>
        <Link to="/news" className="py-1 text-sm underline underline-offset-4 hover:text-soft">
          {t('dashboard.recent.all')}
        </Link>
      </div>
      {articles.length === 0 ? (
        <div className="py-10">
          <p className="font-display font-medium text-title-sm">{t('dashboard.recent.emptyTitle')}</p>
          <p className="mt-1.5 text-sm text-soft">{t('dashboard.recent.emptyBody')}</p>
        </div>
      ) : (
        <ul className="divide-y divide-line">
          {articles.map((article) => (
            <RecentArticleRow key={article.id} article={article} />
          ))}
        </ul>
      )}
    </section>
  )
}

function RecentArticleRow({ article }: { article: RecentArticle }) {
  const { slug, language, title, category, publish_date, reading_time, published, featured } = article
  return (
    <li className="flex items-start justify-between gap-5 py-4">
      <div className="min-w-0">
        <h3 className="font-display font-medium text-title-sm">{title}</h3>
        <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1.5 text-faint text-sm">
          <CategoryBadge category={category} />
          <LocalTime iso={publish_date} precision="day" />
          <span>{reading_time}</span>
          {!published && <Badge tone="grey">{t('dashboard.recent.draft')}</Badge>}
          {featured && <Badge tone="orange">{t('dashboard.recent.featured')}</Badge>}
        </div>
      </div>
      {published && (
        <Link
          to={articlePath({ slug, language })}
          aria-label={t('dashboard.recent.viewNamed', { title })}
          className="-my-1 shrink-0 py-1.5 text-sm underline underline-offset-4 hover:text-soft"
        >
          {t('dashboard.recent.view')}
        </Link>
      )}
    </li>
  )
}
