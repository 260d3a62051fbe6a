import { t } from '#app/admin/messages.ts'
import type { DeskArticle } from '#core/data/desk-articles.ts'

/** How many translations an original has, published or not. */
export function TranslationCount({
  article,
}: {
  article: Pick<DeskArticle, 'original_article_id' | 'translations'>
}) {
  const { original_article_id, translations } = article
  if (original_article_id !== null) return <span className="text-faint">{t('articles.translations.is')}</span>
  if (translations === 0) return <span className="text-faint">{t('articles.translations.none')}</span>
  return (
    <span className="inline-block whitespace-nowrap rounded-sm border border-line px-1.5 py-0.5 text-xs">
      {t('articles.translations.some', { count: translations })}
    </span>
  )
}
