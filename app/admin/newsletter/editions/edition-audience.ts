import { t } from '#app/admin/kit/messages.ts'
import { languageName } from '#app/admin/kit/ui/format.ts'
import type { DeskIssue } from '#core/data/newsletter-issues.ts'
import type { SubscriberCounts } from '#core/domain/subscriber-record.ts'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '#core/i18n/languages.ts'

const NUMBER = new Intl.NumberFormat('en')
const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

type Counts = Pick<SubscriberCounts, 'active' | 'languages'>

/** The languages that an issue is read in: those of its subscribers that are offered, and English, which the others get. */
export function languagesOf({ languages }: Counts, offered: readonly Language[]): Language[] {
  const read = languages
    .filter(({ active, language }) => active > 0 && offered.includes(language))
    .map(({ language }) => language)
  return [...new Set<Language>([DEFAULT_LANGUAGE, ...read])]
}

/**
 * Counts the articles of an edition that are in English, because they have no published version in its language; null where that is not
 * known or none is.
 */
export function countEnglishArticles(
  { editions, items }: Pick<DeskIssue, 'editions' | 'items'>,
  language: Language,
): { english: number; of: number } | null {
  const edition = editions.find((one) => one.language === language)
  // A content by hand does not come from the items.
  if (!edition || edition.content !== null || language === DEFAULT_LANGUAGE) return null
  const published = items
    .filter(({ left_out }) => left_out === null)
    .map(({ articles }) => articles.filter((article) => article.published).map((article) => article.language))
    .filter((languages) => languages.includes(language) || languages.includes(DEFAULT_LANGUAGE))
  const english = published.filter((languages) => !languages.includes(language)).length
  return english === 0 ? null : { english, of: published.length }
}

/** Says which editions have articles in English, as one sentence; empty where none has. */
export function describeEnglishArticles(stored: Pick<DeskIssue, 'editions' | 'items'>): string {
  const parts = LANGUAGE_CODES.flatMap((language) => {
    const counts = countEnglishArticles(stored, language)
    return counts
      ? [t('newsletterIssue.english.edition', { ...counts, language: languageName(language) })]
      : []
  })
  return parts.length === 0 ? '' : t('newsletterIssue.english', { editions: LIST.format(parts) })
}

/** Says who gets the English edition because there is none in their language, as one sentence. */
export function describeAudience(counts: Counts, editions: readonly Language[]): string {
  const { active, languages } = counts
  const without = languages.filter(
    ({ language, active: readers }) =>
      readers > 0 && language !== DEFAULT_LANGUAGE && !editions.includes(language),
  )
  const fallback = without.reduce((sum, { active: readers }) => sum + readers, 0)
  if (active === 0) return t('newsletterIssue.audience.nobody')
  if (fallback === 0)
    return t('newsletterIssue.audience.all', { count: active, total: NUMBER.format(active) })
  return t('newsletterIssue.audience.english', {
    count: fallback,
    fallback: NUMBER.format(fallback),
    total: NUMBER.format(active),
    languages: LIST.format(
      without.map(({ language, active: readers }) =>
        t('newsletterIssue.audience.language', {
          language: languageName(language),
          readers: NUMBER.format(readers),
        }),
      ),
    ),
  })
}
