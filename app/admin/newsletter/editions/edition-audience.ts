import { languageName } from '#app/admin/article/language-name.ts'
import { t } from '#app/admin/messages.ts'
import type { SubscriberCounts } from '#core/domain/subscriber-figures.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'

const NUMBER = new Intl.NumberFormat('en')
const LIST = new Intl.ListFormat('en', { type: 'conjunction' })

type Counts = Pick<SubscriberCounts, 'active' | 'languages'>

/** The languages that an issue is read in: those of its subscribers, and English, which the others get. */
export function languagesOf({ languages }: Counts): Language[] {
  const read = languages.filter(({ active }) => active > 0).map(({ language }) => language)
  return [...new Set<Language>([DEFAULT_LANGUAGE, ...read])]
}

/** Who gets the English edition because there is none in their language, as one sentence. */
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
