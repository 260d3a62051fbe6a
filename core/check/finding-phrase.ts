import type { Found, Rule } from '#core/check/finding.ts'

const PHRASES: Record<Rule, string> = {
  banned_word: 'a word that is not used here',
  cut_off: 'a text that seems cut off',
  dead_link: 'a link that leads nowhere',
  empty_link: 'a link without an address',
  figure: 'two figures that do not agree',
  footnote_empty: 'an empty footnote',
  footnote_repeated: 'a footnote that is there twice',
  footnote_undefined: 'a footnote that is missing',
  footnote_unused: 'a footnote that nothing refers to',
  link_language: 'a link to a page in another language',
  long_social_text: 'a text of the shared link that is too long',
  missing_alt: 'an image without a description',
  missing_credit: 'an image without a credit',
  missing_excerpt: 'no excerpt',
  moved_link: 'a link to an old address',
  name: 'a name in two spellings',
  placeholder: 'a placeholder',
  remote_image: 'a picture on another server',
  sample_link: 'a link to a sample address',
  weekday: 'a weekday that does not fit its date',
}

const MAX_QUOTE_LENGTH = 60

/** The finding of a rule, in a few words; the rule's name if it is not known. */
export const ruleName = (rule: string): string =>
  Object.hasOwn(PHRASES, rule) ? PHRASES[rule as Rule] : rule

/** A finding in a few words, for mails and reasons. The desk has whole sentences. */
export function findingPhrase({ rule, quote }: Pick<Found, 'rule' | 'quote'>): string {
  const shown = Array.from(quote.replaceAll(/\s+/g, ' ').trim())
  const short =
    shown.length > MAX_QUOTE_LENGTH ? `${shown.slice(0, MAX_QUOTE_LENGTH).join('')}…` : shown.join('')
  return short === '' ? PHRASES[rule] : `${PHRASES[rule]} (“${short}”)`
}
