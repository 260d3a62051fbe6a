import { englishNameOf } from '#core/i18n/english-names.ts'
import { LANGUAGES, type Language } from '#core/i18n/languages.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import { numberWordsOf } from '#core/languages/number-words-of.ts'
import { readNumber } from '#core/translation/checks/numbers/number-tokens.ts'
import { describeDifference, looksAlike } from '#core/translation/invisible-characters.ts'
import type { Problem, ProblemCode, TranslationProblem } from '#core/translation/problem.ts'
import { PART_NAMES, type TagKind } from '#core/translation/text-tag.ts'

/** Describes a problem for editors, and for the model that is asked again: the original, the translation, and the remedy. */
export function describeProblem(problem: TranslationProblem | Problem): string {
  switch (problem.code) {
    case 'number_changed':
      return describeNumber(problem, '. Write the number of the original.')
    case 'unit_changed':
      return describeNumber(
        problem,
        ': the unit is not the same. Write that of the original; nothing is converted.',
      )
    case 'date_changed':
      return describeNumber(problem, ': the date is not the same. Write that of the original.')
    case 'term_missing':
      return describeTerm(problem)
    case 'negation_changed':
      return describeNegation(problem)
  }
  const parts = new Map(
    Object.entries(problem).map(([name, value]) => [name, String(value).replace(/\s+/g, ' ').trim()]),
  )
  if (problem.code === 'wrong_language') parts.set('detected', englishNameOf(problem.detected))
  if (problem.code === 'decimal_point') {
    parts.set('language', englishNameOf(problem.language))
    parts.set('write', writtenIn(problem.language, problem.target))
  }
  const tag = parts.get('what') ?? ''
  parts.set('tag', nameTag(tag))
  parts.set('end', tag.replace(/^<\/?([a-z]\d+).*$/s, '</$1>'))
  return PROBLEM_TEXTS[problem.code].replace(/\{\{(\w+)\}\}/g, (_, name: string) => parts.get(name) ?? '')
}

/** A tag with its meaning: the link <a1>. */
function nameTag(tag: string): string {
  const [, kind = ''] = /^<\/?([a-z])\d/.exec(tag) ?? []
  return `the ${PART_NAMES.get(kind as TagKind) ?? 'tag'} ${tag}`
}

function describeTerm({ term, times, found, wrote }: Extract<Problem, { code: 'term_missing' }>): string {
  const has =
    wrote === null
      ? `The original has it ${countOf(times)}, the translation ${found === 0 ? 'not at all' : countOf(found)}.`
      : `The translation writes “${wrote}”${looksAlike(term, wrote) ? `: ${differenceOf(term, wrote)}` : ''}.`
  return `“${term}” stays as it is, says the glossary. ${has} Put it in exactly so.`
}

const differenceOf = (term: string, wrote: string) =>
  describeDifference(term, wrote)?.replace('the original', 'the glossary') ?? 'it is not the same'

const countOf = (times: number) => (times === 1 ? 'once' : `${times} times`)

function describeNegation({ source, target }: Extract<Problem, { code: 'negation_changed' }>): string {
  if (target === '')
    return `The original says “${source}”, and the translation does not say no. Say no as well.`
  if (source === '')
    return `The translation says “${target}”, and the original does not say no. Say what the original says.`
  return `The original says “${source}”, the translation “${target}”, which is the opposite. Say the same.`
}

type DescribedAlone = 'number_changed' | 'unit_changed' | 'date_changed' | 'term_missing' | 'negation_changed'

/** The texts with the names of the parts of a problem in double braces. */
const PROBLEM_TEXTS: Record<Exclude<ProblemCode | Problem['code'], DescribedAlone>, string> = {
  // Problems of a segment's text
  empty: 'The translation is empty. Write it.',
  too_many_characters: 'The text has more than {{limit}} characters and cannot be checked. Shorten it.',
  identical: 'This is still the English text. Translate it.',
  too_short: 'The translation has only {{what}} of the usual length. Add what is missing.',
  too_long: 'The translation has {{what}} of the usual length. Take out what was added.',
  wrong_language: 'This is in {{detected}}: “{{quote}}”. Translate it.',
  number_missing: 'The original says “{{source}}”, and the translation does not. Put it in.',
  number_added: 'The translation says “{{target}}”, and the original does not. Take it out.',
  decimal_point: '{{language}} writes “{{write}}” with a comma, not “{{target}}”.',
  name_changed:
    'The original has the name “{{source}}”, the translation “{{target}}”. Write the name of the original.',
  term_forbidden: 'The translation says “{{term}}”, which the glossary forbids. Use another word.',
  term_untranslated:
    'The glossary translates “{{term}}” as “{{as}}”, which the translation does not say. Use “{{as}}”.',
  placeholder_missing:
    'The original has the placeholder “{{source}}”, and the translation does not. Put it in exactly so.',
  placeholder_added:
    'The translation has the placeholder or footnote “{{what}}”, and the original does not. Take it out.',
  address_added: 'The translation has the address “{{what}}”, and the original does not. Take it out.',
  html_added: 'The translation has the HTML “{{what}}”, and the original does not. Take it out.',
  markdown_added:
    'The translation has the Markdown “{{target}}”, and the original does not. Take it out: the tags stand for what is formatted.',
  control_character_added:
    'The translation has {{target}}, which cannot be seen, and the original does not. Delete the words around it and type them anew.',
  // Problems of its tags, and of the structure
  missing: 'There is no translation of this text. Write it.',
  unknown_segment: 'There is no text with this id.',
  cut_off: 'The original ends with the end of a sentence, and the translation does not. Write it to its end.',
  tag_missing: 'The original has {{tag}}, and the translation does not. Insert it at its place.',
  tag_twice: 'The translation has {{tag}} twice, the original once. Take one out.',
  tag_unknown: 'The translation has {{what}}, and the original does not. Take it out.',
  tag_unclosed: 'In the translation, {{tag}} has a beginning and no end. Put {{end}} where it ends.',
  tag_crossed: 'In the translation, {{what}} comes before the end of what begins inside. End that first.',
  tag_moved: 'In the original, {{tag}} stands inside another tag than in the translation. Move it there.',
  tag_empty:
    'The translation has nothing between {{what}} and {{end}}. Put the words there that the original has.',
  tag_order: 'In the translation, {{tag}} stands in another order than in the original. Put it where it was.',
  link_added:
    'The translation has the link “{{what}}”, and the original does not. Take it out, or use the tag of the link.',
  unwritable:
    'The translation cannot be written so that readers see it as it is: “{{what}}”. Word it differently.',
  huge_segment: 'This block of the original is too long to be translated as a whole. Divide it there.',
  too_many_segments:
    'The original has more parts than can be translated; the rest begins here. Divide it into two articles.',
  block_differs:
    'The original and the translation have different blocks here: {{what}}. Take out what makes it another one, such as “#” or “-” at the beginning of a line.',
  block_missing: 'The original goes on here, and the translation ends: {{what}}. Write the rest.',
  block_added: 'The translation has a block that the original does not have: {{what}}. Take it out.',
  code_changed: 'The code of this block is not that of the original. Take it from there.',
  html_changed: 'The HTML of this block is not that of the original. Take it from there.',
  part_missing: 'The original has in this block, and the translation does not: {{what}}. Put it in.',
  part_added: 'The translation has in this block, and the original does not: {{what}}. Take it out.',
  definition_missing: 'The original has the definition “{{what}}”, and the translation does not. Put it in.',
  definition_added:
    'The translation has the definition “{{what}}”, and the original has another one or none. Take that of the original.',
  footnote_differs:
    'The footnotes stand in another order, or have other labels, than in the original: {{what}}. Put them as they are there.',
}

interface DifferentNumber {
  source: string
  target: string
  language: Language
}

const DIGITS = /\d[\d.,]*\d|\d/
const ENGLISH = /^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$/

/** The number of digits that are written as in English; null when they are not. */
function readEnglish(text: string): number | null {
  const [digits = ''] = DIGITS.exec(text) ?? []
  return ENGLISH.test(digits) ? Number(digits.replaceAll(',', '')) : null
}

/** A text with its number as the language writes it. */
function writtenIn(language: Language, text: string): string {
  const { locale = 'en' } = LANGUAGES.find(({ code }) => code === language) ?? {}
  return text.replace(DIGITS, (digits) => {
    const decimals = digits.split('.')[1]?.length ?? 0
    const format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: digits.includes(',') ? 'always' : false,
    })
    return format.format(Number(digits.replaceAll(',', '')))
  })
}

/** The value that readers would read in a number in English notation; null when it is not. */
function readAs({ source, target, language }: DifferentNumber): string | null {
  const meant = readEnglish(target)
  if (meant === null || meant !== readEnglish(source)) return null
  const [digits = ''] = DIGITS.exec(target) ?? []
  const read = readNumber(digits, numberWordsOf(language))
  return read === meant ? null : new Intl.NumberFormat('en', { maximumFractionDigits: 12 }).format(read)
}

/** English words for large numbers that mean other numbers elsewhere. */
const LARGE = [
  { english: /\bbillion|\d\s?bn\b/i, name: 'billion' },
  { english: /\btrillion|\d\s?tr?n\b/i, name: 'trillion' },
] as const
const FALSE_FRIEND = /(?<!\p{L})(?:b|tr)i?ll?[hij]/iu

/** Describes the difference of two numbers, and the remedy. */
export function describeNumber(number: DifferentNumber, advice: string): string {
  const { source, target, language } = number
  const name = englishNameOf(language)
  const read = readAs(number)
  if (read !== null)
    return `The original says “${source}”. ${name} writes “${writtenIn(language, target)}”; “${target}” would be read as ${read}.`
  const both = `The original says “${source}”, the translation “${target}”`
  const large = FALSE_FRIEND.test(target) ? LARGE.find(({ english }) => english.test(source)) : undefined
  const word = large && factsOf(language)?.numbers.large?.[large.name]
  if (large && word) return `${both}. ${name} calls a ${large.name} “${word}”.`
  if (!looksAlike(source, target)) return `${both}${advice}`
  const difference = describeDifference(source, target)
  return `${both}. They look alike, but ${difference ?? `${name} reads it in another way`}. Write out what is meant.`
}
