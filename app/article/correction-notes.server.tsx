import type { ArticleCorrection } from '#core/domain/article-correction.ts'
import { formatArticleDate, htmlTime } from '#core/i18n/dates.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'

interface CorrectionNotesProps {
  corrections: Pick<ArticleCorrection, 'id' | 'text' | 'corrected_at'>[]
  t: Translate
  /** The language of the page, which may show an article in another one. */
  language: Language
  articleLanguage: Language
}

/** The dated corrections of an article, the end of its text. */
export function CorrectionNotes({ corrections, t, language, articleLanguage }: CorrectionNotesProps) {
  if (corrections.length === 0) return null
  return (
    <section
      lang={language}
      aria-labelledby="corrections"
      className="mt-12! border-l-2 border-accent pl-5 font-sans text-base"
    >
      <h2 id="corrections" className="mt-0! font-sans text-sm font-semibold">
        {t('corrections.title')}
      </h2>
      {/* biome-ignore lint/a11y/noRedundantRoles: Safari takes a list without markers for none */}
      <ul role="list" className="mt-0! list-none pl-0!">
        {corrections.map(({ id, text, corrected_at }) => (
          <li key={id} className="mt-3">
            <time dateTime={htmlTime(corrected_at)} className="block text-sm text-faint">
              {formatArticleDate(corrected_at, language)}
            </time>
            <p lang={articleLanguage} className="mt-0.5 whitespace-pre-line wrap-anywhere">
              {text}
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
