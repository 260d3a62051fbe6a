import { type NewsletterItem, SECTION_SIZES, type Section } from '#core/domain/newsletter-issue.ts'
import { CATALOGS } from '#core/i18n/catalogs.ts'
import { formatArticleDate } from '#core/i18n/dates.ts'
import { englishNameOf } from '#core/i18n/english-names.ts'
import { DEFAULT_LANGUAGE, type Language } from '#core/i18n/languages.ts'
import { createTranslator } from '#core/i18n/translator.ts'
import { anyOf } from '#core/languages/facts-of.ts'
import type { LanguageFacts } from '#core/languages/language-facts.ts'
import type { Candidate } from '#server/features/newsletter/compose/read-candidates.ts'

const about = (topic: keyof LanguageFacts['topics']) =>
  new RegExp(`(?<!\\p{L})(?:${anyOf(({ topics }) => topics[topic])})`, 'iu')
const FUNDING = about('funding')
const AHEAD = about('upcoming')

/** The section of an article by the rules, when it is not one of the top stories. */
export function sectionOf({
  category,
  title,
  excerpt = '',
}: Pick<Candidate, 'category' | 'title'> & { excerpt?: string }): Section {
  const own = OF_SHIPPED.get(category)
  if (own?.section === 'opinion') return 'opinion'
  const text = `${title}\n${excerpt}`
  if (AHEAD.test(text)) return 'next'
  if ((own?.funds ?? true) && FUNDING.test(text)) return 'funding'
  return own?.section ?? 'market'
}

/** The facts that the rules know of the shipped sections of the publication. */
interface Known {
  /** The section for their articles that are not among the top stories. */
  section: Section
  /** True if they may be about funding. */
  funds: boolean
  /** The importance of their articles, beside what else counts. */
  weight: number
}

const OF_SHIPPED = new Map<string, Known>([
  ['business', { section: 'market', funds: true, weight: 0.15 }],
  ['tech', { section: 'research', funds: false, weight: 0.15 }],
  ['hack', { section: 'research', funds: false, weight: 0 }],
  ['opinion', { section: 'opinion', funds: false, weight: 0.15 }],
  ['news', { section: 'top', funds: true, weight: 0.3 }],
])

/**
 * Finds the section for articles for which there is no place in their section of the newsletter: those of a section that a publication made
 * itself.
 */
export const otherSectionOf = (category: string): Section | null =>
  OF_SHIPPED.has(category) ? null : 'research'

/** The importance of the articles of a section, from 0 to 0.3. */
export const weightOf = (category: string): number => OF_SHIPPED.get(category)?.weight ?? 0.15

/** Tells whether an article can be a top story: opinions have a section of their own. */
export const isStory = (category: string): boolean => OF_SHIPPED.get(category)?.section !== 'opinion'

const t = createTranslator(DEFAULT_LANGUAGE, CATALOGS)

/** The heading of a section in the English edition, for editors. */
export const nameOfSection = (section: Section): string => t(`newsletter.issue.section.${section}`)

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five']

/** The reasons why composing leaves an article out, for editors. */
export const LEFT_OUT_REASONS = {
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
  notTranslated: (language: Language) => `Not translated into ${englishNameOf(language)}`,
  otherDays: () => 'Not of the days that this issue covers',
}

const REASON_PATTERN =
  /^(?:Not among the \S+ (?:top stories|of “[^”]+”)|No place was left in “[^”]+”|Not chosen by the language model|Was in the issue of .+ already|Published in this language only as a draft|Not translated into \p{L}+|Not of the days that this issue covers)$/u

/** Tells whether an editor has decided on an item: it is pinned, or left out for a reason of their own. */
export const isDecided = ({ pinned, left_out }: Pick<NewsletterItem, 'pinned' | 'left_out'>) =>
  pinned || (left_out !== null && !REASON_PATTERN.test(left_out))
