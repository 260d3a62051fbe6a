import { t } from '#app/admin/messages.ts'
import { OriginalCard } from '#app/admin/translations/original-card.tsx'
import { TranslationsOfOriginal } from '#app/admin/translations/translations-of-original.tsx'
import type { Article } from '#core/domain/article.ts'

/** The form of the article, of which only what is saved is translated. */
export interface UnsavedForm {
  /** Takes in what was typed in the moment before. */
  isDirty(): boolean
  /** Answers whether it was saved; if not, the form says why. */
  save(): Promise<boolean>
}

interface TranslationsCardProps {
  article: Article
  form: UnsavedForm
}

/** Of an original its translations with what can be done with them, of a translation its original. */
export function TranslationsCard({ article, form }: TranslationsCardProps) {
  const originalId = article.original_article_id
  return (
    <section aria-labelledby="translations" className="border-line border-t pt-5">
      <h2 id="translations" tabIndex={-1} className="mb-3 font-semibold">
        {originalId === null ? t('translations.title') : t('translations.original.title')}
      </h2>
      {originalId === null ? (
        <TranslationsOfOriginal article={article} form={form} />
      ) : (
        <OriginalCard article={article} originalId={originalId} />
      )}
    </section>
  )
}
