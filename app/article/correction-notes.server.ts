import type { ArticleCorrection } from '#core/domain/article-correction.ts'
import { xml } from '#core/feeds/escape.ts'
import { formatArticleDate, htmlTime } from '#core/i18n/dates.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'

/**
 * The dated corrections of an article as HTML, the end of its text. `language` is that of the page, which may show an article in
 * another one. It is no component, so that no reader loads code for what few articles have.
 */
export function correctionNotes(
  corrections: Pick<ArticleCorrection, 'text' | 'corrected_at'>[],
  { t, language, articleLanguage }: { t: Translate; language: Language; articleLanguage: Language },
): string {
  if (corrections.length === 0) return ''
  const notes = corrections.map(
    ({ text, corrected_at }) => xml`<li class="mt-3">
<time datetime="${htmlTime(corrected_at)}" class="block text-sm text-faint">${formatArticleDate(corrected_at, language)}</time>
<p lang="${articleLanguage}" class="mt-0.5 whitespace-pre-line wrap-anywhere">${text}</p>
</li>`,
  )
  return xml`<section lang="${language}" aria-labelledby="corrections" class="mt-12! border-l-2 border-accent pl-5 font-sans text-base">
<h2 id="corrections" class="mt-0! font-sans text-sm font-semibold">${t('corrections.title')}</h2>
<ul role="list" class="mt-0! list-none pl-0!">${notes}</ul>
</section>`.xml
}
