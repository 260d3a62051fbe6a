import { type NewsletterItem, SECTION_SIZES, type Section } from '#core/domain/newsletter-issue.ts'
import { formatArticleDate } from '#core/i18n/dates.ts'
import type { Language } from '#core/i18n/languages.ts'
import { nameOfLanguage } from '#server/features/newsletter/compose/name-of-language.ts'
import { nameOfSection } from '#server/features/newsletter/compose/section-of.ts'

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five']

/** Why composing leaves an article out, for editors. */
export const REASONS = {
  notAmong(section: Section): string {
    const size = NUMBERS[SECTION_SIZES[section]] ?? String(SECTION_SIZES[section])
    return section === 'top'
      ? `Not among the ${size} top stories`
      : `Not among the ${size} of “${nameOfSection(section)}”`
  },
  noPlace: (section: Section) => `No place was left in “${nameOfSection(section)}”`,
  notChosen: () => 'Not chosen by the language model',
  /** The day in ISO 8601. */
  sentOn: (day: string) => `Was in the issue of ${formatArticleDate(day, 'en')} already`,
  onlyDraft: () => 'Published in this language only as a draft',
  notTranslated: (language: Language) => `Not translated into ${nameOfLanguage(language)}`,
  otherDays: () => 'Not of the days that this issue covers',
}

const FORMS =
  /^(?:Not among the \S+ (?:top stories|of “[^”]+”)|No place was left in “[^”]+”|Not chosen by the language model|Was in the issue of .+ already|Published in this language only as a draft|Not translated into \p{L}+|Not of the days that this issue covers)$/u

/** Whether an editor has decided on an item: it is pinned, or left out for a reason of their own. */
export const isDecided = ({ pinned, left_out }: Pick<NewsletterItem, 'pinned' | 'left_out'>) =>
  pinned || (left_out !== null && !FORMS.test(left_out))
