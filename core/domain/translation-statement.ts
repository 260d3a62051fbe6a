import { reviewTimeOf, type TranslationFacts } from '#core/domain/article-translation.ts'
import { formatArticleDate } from '#core/i18n/dates.ts'
import type { Language } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'
import { type LinkedText, splitLinkedText } from '#core/i18n/translator.ts'

export interface TranslationStatement {
  /** Its link leads to the original. */
  origin: LinkedText
  review: string
  /** A term of the IPTC, whose codes name the origin of media: https://cv.iptc.org/newscodes/digitalsourcetype/ */
  digitalSource: 'trainedAlgorithmicMedia' | 'compositeWithTrainedAlgorithmicMedia'
}

/** The statement about a text that AI has translated, in the language of `t`; null for any other text. */
export function translationStatement(
  facts: TranslationFacts | null | undefined,
  { t, language }: { t: Translate; language: Language },
): TranslationStatement | null {
  if (facts?.origin !== 'machine') return null
  const reviewed = reviewTimeOf(facts)
  return {
    origin: splitLinkedText(t('article.translation.byMachine')),
    review: reviewed
      ? t('article.translation.reviewed', { date: formatArticleDate(reviewed, language) })
      : t('article.translation.notReviewed'),
    digitalSource: reviewed ? 'compositeWithTrainedAlgorithmicMedia' : 'trainedAlgorithmicMedia',
  }
}
