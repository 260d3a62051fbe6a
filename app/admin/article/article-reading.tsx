import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Link } from 'react-router'
import { fieldLabel } from '#app/admin/article/fields/field-label.ts'
import { languageName } from '#app/admin/article/language-name.ts'
import { useOpenedVersion } from '#app/admin/article/use-article-form.ts'
import { useListPath } from '#app/admin/article/use-list-path.ts'
import { nameOf } from '#app/admin/articles/article-title.tsx'
import { historyPath } from '#app/admin/history/history-queries.ts'
import { t } from '#app/admin/messages.ts'
import { ReadingNotes } from '#app/admin/notes/panel/reading-notes.tsx'
import { useMember } from '#app/admin/session/use-member.ts'
import { reviewPath } from '#app/admin/translations/translation-paths.ts'
import { WorkBand } from '#app/admin/work/work-band.tsx'
import { WorkPanel } from '#app/admin/work/work-panel.tsx'
import { Badge } from '#app/components/ui/badge.tsx'
import { buttonStyles } from '#app/components/ui/button.tsx'
import type { Article } from '#core/domain/article.ts'
import { TRANSLATED_LANGUAGES } from '#core/domain/article-translation.ts'
import { articlePath } from '#core/paths.ts'

const NOTHING_TYPED = { isDirty: () => false, save: async () => true }

/** An article for those who may read it at the desk and not change it, as it was written. */
export function ArticleReading({ article }: { article: Article }) {
  const list = useListPath(article)
  useOpenedVersion(article, article.updated_at)
  const { role, languages } = useMember()
  const { language, published, excerpt, subtitle, content, author } = article
  const translates = role === 'translator' && article.original_article_id === null
  return (
    <>
      <div className="mb-6 flex flex-wrap items-center gap-x-4 gap-y-1 text-faint text-sm">
        <Link to={list.to} className="inline-flex min-h-11 items-center gap-2 text-soft hover:text-ink">
          <ArrowLeft aria-hidden size={16} />
          {list.label}
        </Link>
        <Badge look="plain" tone={published ? 'green' : 'grey'}>
          {t(published ? 'article.status.published' : 'article.status.draft')}
        </Badge>
        <span>{languageName(language)}</span>
        {published && (
          <a
            href={articlePath(article)}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-ink"
          >
            {t('article.view')}
          </a>
        )}
        <Link
          to={historyPath(article.id)}
          className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-ink"
        >
          {t('history.page.title')}
        </Link>
      </div>
      <WorkBand article={article} unsaved={NOTHING_TYPED} />
      <p className="mb-6 max-w-prose text-sm text-soft">{t('article.reading.note')}</p>
      <div className="mb-8 max-w-md empty:hidden">
        <WorkPanel article={article} unsaved={NOTHING_TYPED} />
      </div>
      {translates && (
        <p className="mb-8 flex flex-wrap gap-3">
          {TRANSLATED_LANGUAGES.filter((code) => languages.includes(code)).map((code) => (
            <Link
              key={code}
              to={reviewPath({ originalId: article.id, language: code })}
              className={buttonStyles({ variant: 'secondary', size: 'sm' })}
            >
              {t('article.reading.translate', { language: languageName(code) })}
            </Link>
          ))}
        </p>
      )}
      <div className="grid grid-cols-1 gap-x-12 gap-y-10 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <article lang={language} className="max-w-prose">
          <h1 className="font-display font-medium text-title-lg wrap-anywhere">{nameOf(article)}</h1>
          {subtitle && <p className="mt-2 text-soft wrap-anywhere">{subtitle}</p>}
          <p lang="en" className="mt-2 text-faint text-sm wrap-anywhere">
            {t('article.reading.by', { author })}
          </p>
          <h2 lang="en" className="mt-8 mb-1 font-semibold text-sm">
            {fieldLabel('excerpt')}
          </h2>
          <p className="wrap-anywhere">{excerpt}</p>
          <h2 lang="en" className="mt-8 mb-1 font-semibold text-sm">
            {fieldLabel('content')}
          </h2>
          <div className="whitespace-pre-wrap wrap-anywhere">{content}</div>
        </article>
        <div>
          <ReadingNotes article={article} />
        </div>
      </div>
    </>
  )
}
