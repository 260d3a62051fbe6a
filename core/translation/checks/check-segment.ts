import type { Language } from '#core/i18n/languages.ts'
import ENGLISH from '#core/languages/en.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import { wordsIn } from '#core/languages/lists.ts'
import { knowsNumberWords, numberWordsOf } from '#core/languages/number-words-of.ts'
import { checkAdditions } from '#core/translation/checks/check-additions.ts'
import { checkLanguage, isEnglish } from '#core/translation/checks/check-language.ts'
import type { Glossary } from '#core/translation/checks/glossary.ts'
import { checkNames } from '#core/translation/checks/names/check-names.ts'
import { checkNegation } from '#core/translation/checks/negation/check-negation.ts'
import { checkNumbers } from '#core/translation/checks/numbers/check-numbers.ts'
import { MAX_CHARACTERS, ownWordsOfSegment, textOfSegment } from '#core/translation/checks/segment-text.ts'
import type { Problem } from '#core/translation/problem.ts'

/** English words that none of the other languages has. */
const TELLING_WORDS = new Set(wordsIn(ENGLISH.tellingWords))

/** Names seldom have so many words without a capital. */
const MAX_PLAIN_WORDS = 2

/** The characters of a translation for each of its source in a language of which nothing is known. */
const USUAL = 1.12

/** Below that number of characters, a good translation may have any length. */
const MIN_COMPARED = 80

const { morning, evening, night } = ENGLISH.dates.clock
/** Others write the hours of a day from 0 to 24, and 6 h 44, which takes less. */
const SAID_OF_TIME = new RegExp(
  ` (?:${morning}|${evening}|${night})(?!\\p{L})| (?:hours?|minutes?),?(?: and)?(?= \\S+ (?:minute|second))`,
  'giu',
)

const percentOf = (ratio: number) => `${Math.round(ratio * 100)} %`

const MAX_PROBLEMS = 20

export interface CheckedSegment {
  /** The English text, with its tags. */
  source: string
  /** Its translation, with its tags. */
  target: string
  language: Exclude<Language, 'en'>
  glossary: Glossary | null
}

/** Finds the problems of the translation of a segment, as far as code can tell. Its tags are not checked here. */
export function checkSegment({ source, target, language, glossary }: CheckedSegment): Problem[] {
  if (source.length > MAX_CHARACTERS || target.length > 2 * MAX_CHARACTERS)
    return [{ code: 'too_many_characters', limit: MAX_CHARACTERS }]
  const [from, to] = [textOfSegment(source), textOfSegment(target)]
  if (from.trim() === '') return checkAdditions(from, to)
  if (!/[^\s\p{Cc}\p{Cf}]/u.test(to)) return [{ code: 'empty', what: '' }]
  const identical = checkIdentical(from, to, language)
  if (identical.length > 0) return identical
  const problems = [
    ...checkLength(from, to, language),
    ...checkLanguage(ownWordsOfSegment(target), language),
    ...(knowsNumberWords(language) ? checkNumbers(from, to, language) : []),
    ...checkNegation(from, to, language),
    ...checkNames(from, to, language),
    ...(glossary?.check(from, to) ?? []),
    ...checkAdditions(from, to),
  ]
  return problems.slice(0, MAX_PROBLEMS)
}

/** A problem if a translation is much shorter or longer than others of such a length. The shorter the text, the wider the bounds. */
export function checkLength(source: string, target: string, language: Language): Problem[] {
  const [from, to] = [source.trim().replace(SAID_OF_TIME, '').length, target.trim().length]
  if (from === 0) return []
  const usual = factsOf(language)?.lengthRatio ?? USUAL
  const ratio = to / (from * usual)
  const saved = Math.max(savedByInitials(source, target, language), savedByNames(source, target))
  const said = from - saved - savedByDigits(source, target)
  if (said > MIN_COMPARED && to / (said * usual) < 0.86 - 2.05 / Math.sqrt(said))
    return [{ code: 'too_short', what: percentOf(ratio) }]
  const most = from > MIN_COMPARED ? 1.15 + 4 / Math.sqrt(from) : 3 + 25 / from
  return ratio > most ? [{ code: 'too_long', what: percentOf(ratio) }] : []
}

const NAME = /\p{Lu}\p{L}+(?:[ -](?:(?:of|the|and|for|on|to) ){0,2}\p{Lu}\p{L}+(?:-\p{Ll}+)?)+/gu
/** OMS; newspapers also write Oms, where no other noun has a capital. */
const INITIALS = /(?<=\p{L}[ '’])(?:\p{Lu}\p{L}?\p{Lu}\p{L}{0,4})(?!\p{L})/gu
const INITIALS_OR_NAME = /(?<=\p{L}[ '’])\p{Lu}\p{L}{1,5}(?!\p{L})/gu

/** In a longer text, one name makes no difference. */
const MAX_SAVED = 200
const LEAST_SAVED = 20

/** The letters of the longest name of an original, or of a body without one, which its translation says with initials instead. */
function savedByInitials(source: string, target: string, language: Language): number {
  const pattern = factsOf(language)?.names.capitalNouns ? INITIALS : INITIALS_OR_NAME
  if (source.length > MAX_SAVED || !target.match(pattern)?.some((word) => !source.includes(word.slice(0, 3))))
    return 0
  return Math.max(LEAST_SAVED, ...(source.match(NAME) ?? []).map(({ length }) => length))
}

const BODY =
  '(?:agency|airline|association|authority|bank|broadcaster|company|group|institut(?:e|ion)|maker|newspaper|office|operator|organi[sz]ation|party|service|union|watchdog)'
/** Words that explain the name of a body before or after it: the statistics office Insee, Istat, the statistics institute. */
const EXPLAINED = new RegExp(
  String.raw`(?<before>(?<!\p{L})(?:[Aa]n?|[Tt]he) (?:\p{L}+ ){0,3}${BODY} )(?<name>\p{Lu}\p{L}+(?: \p{Lu}\p{L}+)?)|(?<named>\p{Lu}\p{L}+)(?<after>, (?:an?|the) (?:[\p{L}-]+ ){0,4}${BODY}(?=[,.]))`,
  'gu',
)

/** The letters of words that explain a name to foreign readers, for which its own readers have the name alone. */
function savedByNames(source: string, target: string): number {
  if (source.length > MAX_SAVED) return 0
  const explained = [...source.matchAll(EXPLAINED)].filter(({ groups }) =>
    target.includes(groups?.name ?? groups?.named ?? ''),
  )
  return Math.max(0, ...explained.map(({ groups }) => (groups?.before ?? groups?.after ?? '').length))
}

/** The letters of numbers in words where only the translation has digits. */
const savedByDigits = (source: string, target: string) =>
  /\d/.test(target) && !/\d/.test(source)
    ? (source.match(/\p{L}+/gu) ?? []).filter(isNumberWord).join(' ').length
    : 0

const isNumberWord = (text: string) => {
  const word = numberWordsOf('en').word(text.toLowerCase())
  return word?.factor !== undefined || word?.isHundred || (word?.value ?? 0) > 1
}

/** A problem if a text was left as it is though it has words to be translated. Names, and words that two languages share, may stay. */
function checkIdentical(source: string, target: string, language: Language): Problem[] {
  if (source.trim() !== target.trim()) return []
  const words = source.match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  const isText =
    words.some((word) => TELLING_WORDS.has(word.toLowerCase())) ||
    words.filter((word) => /^\p{Ll}{4,}$/u.test(word)).length > MAX_PLAIN_WORDS ||
    isEnglish(source, language)
  return isText ? [{ code: 'identical' }] : []
}
