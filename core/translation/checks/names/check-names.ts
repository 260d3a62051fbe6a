import { type NameWord, nameWords } from '#core/check/text/name-words.ts'
import type { Language } from '#core/i18n/languages.ts'
import { isOrdinary } from '#core/languages/english/ordinary-words.ts'
import { foldName } from '#core/languages/fold-letters.ts'
import { acronymOf, isCommonInitials, isSameInitials, replacedBody } from '#core/languages/names/initials.ts'
import { isCountryIn, isForeignForm, isPlace } from '#core/languages/names/places.ts'
import { listedNames, replacedCountry, replacedFirm } from '#core/translation/checks/names/well-known.ts'
import type { Problem } from '#core/translation/problem.ts'

interface TextWord {
  text: string
  folded: string
}

/** More names than a segment has are a list, of which nothing is said. */
const MAX_NAMES = 60
const ACRONYM = /^\p{Lu}{2,6}$/u
/** OpenAI, DeepMind: no other word is written so. */
const INNER_CAPITAL = /\p{Ll}\p{Lu}/u

/** A name that a translation has replaced with another one. A name that is only missing may be a pronoun or a common word there. */
export function checkNames(source: string, translation: string, language: Language): Problem[] {
  if (!/\p{Lu}/u.test(source)) return []
  const target = translation.replace(/EE\.\s?UU\.?/g, 'EEUU')
  const [original, translated] = [namesIn(source), namesIn(target)]
  if (Math.max(original.length, translated.length) > MAX_NAMES) return []
  const [from, to] = [wordsOf(source), wordsOf(target)]
  const texts = { source, target, from, to, language }
  const second = replacedSecond(original, translated, texts)
  if (second) return [second]
  const lost = original.filter(
    (name, index) =>
      isName(name, source) &&
      !isAfterTitle(original[index - 1], name, source) &&
      !isBeforeNoun(name, original[index + 1]) &&
      !isSaid(name, texts),
  )
  const replaced = replacedFirm(from, to) ?? replacedCountry(from, to) ?? replacedBody(source, target)
  if (replaced) return [{ code: 'name_changed', source: replaced[0], target: replaced[1] }]
  const unlisted = lostOfList(source, translated, texts)
  if (unlisted) return [unlisted]
  if (lost.length === 0) return []
  const added = translated.filter(
    (name) => name.text.length > 1 && !isUnit(name, texts.target) && !isKnown(name, texts),
  )
  for (const one of lost) {
    const other = added.find((name) => isReplacement(one, name, texts))
    if (other) return [{ code: 'name_changed', source: one.text, target: other.text }]
  }
  return []
}

const namesIn = (text: string) => nameWords({ text }).names

const wordsOf = (text: string): TextWord[] =>
  (text.match(/[\p{L}\p{M}\p{N}]{1,40}/gu) ?? []).map((word) => ({ text: word, folded: foldName(word) }))

interface Texts {
  source: string
  target: string
  from: TextWord[]
  to: TextWord[]
  language: Language
}

const CALENDAR =
  /^(?:(?:Jan|Febr)uary|March|April|May|June|July|August|(?:Septem|Octo|Novem|Decem)ber|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?)$/
/** Germans, Brazilian, Spanish: peoples and languages have no capital elsewhere. */
const PEOPLE =
  /(?:ans?|ish|ese|ch|ics?|ean|ine)$|^(?:Swiss|Welsh|Thai|Scots|(?:Arab|Croat|Dane|Finn|Greek|Kurd|Pole|Serb|Slovak|Swede|Turk|Israel|Pakistan|Iraq|Saud|Kuwait|Qatar|Emirat|Oman|Yemen|Bangladesh|Nepal|Somal)i?s?)$/
/** Parts of names that are translated, and days: the Supreme Court, Thanksgiving. */
const TRANSLATED =
  /^(?:Armistice|Ascension|Ash|Assumption|Boxing|Corpus|Day|Epiphany|Hallows|Maundy|Palm|Saints|Shrove|Veterans|Whit|Celsius|Central|City|Democratic|Eastern|Federal|Islands?|Northern|Republic|Southern|Territory|Western|Eve|San|São|Saint|New|Year|Years|Fahrenheit|Good|Independence|Advent|Bank|Bible|Christmas|Commission|Council|Court|East|Easter|Government|Halloween|Kingdom|Lake|Lent|Ministry|Nations|North|Parliament|Passover|Pentecost|Ramadan|South|States|Thanksgiving|Union|United|West|Whitsun)$/
/** The word after it often has another name elsewhere: Lake Constance, Pope Francis. */
const BEFORE_TRANSLATED =
  /^(?:Battle|Bay|Cape|Cardinal|Emperor|Gospel|Gulf|King|Lake|Mount|Peace|Pope|Prince|Princess|Queen|River|Saint|Sea|St|Strait|Treaty)$/
const LANGUAGE = /(?:ians?|ish|ese|nsh)$/

/** Returns true when a word is a name of its own, and not a common word. */
function isName(name: NameWord, source: string): boolean {
  const { text } = name
  if (isUnit(name, source)) return false
  if (ACRONYM.test(text)) return true
  if (!/^\p{Lu}[\p{L}\p{M}]{2,}$/u.test(text) || CALENDAR.test(text)) return false
  if (INNER_CAPITAL.test(text)) return true
  if (isAtStart(name, source) || TRANSLATED.test(text)) return false
  if (isCountryIn('en', foldName(text))) return true
  return isPlace(text) ? !PEOPLE.test(text) : !isOrdinary(text) && !LANGUAGE.test(text)
}

const isAfterTitle = (before: NameWord | undefined, { from }: NameWord, source: string) =>
  before !== undefined &&
  /^ (?:of )?$/.test(source.slice(before.to, from)) &&
  BEFORE_TRANSLATED.test(before.text)

/** Names made of common words are translated: the Ivory Coast, the Carnation Revolution. */
const isBeforeNoun = ({ to }: NameWord, after: NameWord | undefined) =>
  after !== undefined && to + 1 === after.from && isOrdinary(after.text)

/** 4 TWh. */
const isUnit = ({ from }: NameWord, text: string) => /\d\s?$/.test(text.slice(Math.max(0, from - 2), from))

const isAtStart = ({ from }: NameWord, text: string) =>
  /^$|[.!?:…«»"“”„‚‘(–—•\uFFFC\n-]$/u.test(text.slice(Math.max(0, from - 4), from).trimEnd())

/** A name that is missing in a list of which the others stay. A noun of a German sentence may be anything that was a name. */
function lostOfList(source: string, translated: NameWord[], texts: Texts): Problem | null {
  const isOwn = ({ text }: TextWord) =>
    text.length > 2 &&
    !ACRONYM.test(text) &&
    !CALENDAR.test(text) &&
    !TRANSLATED.test(text) &&
    !PEOPLE.test(text) &&
    !LANGUAGE.test(text) &&
    !isOrdinary(text)
  for (const names of listedNames(source)) {
    if (!names.every(isOwn)) continue
    const isThere = ({ text, folded }: TextWord) =>
      isSaid({ text } as NameWord, texts) || foldName(texts.target).includes(folded)
    const gone = names.filter((name) => !isThere(name))
    const [one] = gone
    const isKept = names.some(({ folded }) => texts.to.some((word) => word.folded === folded))
    if (!one || !isKept || gone.length === names.length) continue
    const others = translated.filter(
      (name) => name.text.length > 1 && !isAtStart(name, texts.target) && !isKnown(name, texts),
    )
    if (others.length === 0 && texts.target.length < texts.source.length * MAX_SHORTENED)
      return { code: 'name_changed', source: one.text, target: '' }
  }
  return null
}

/** A translation without one name of a list is hardly longer than its original. */
const MAX_SHORTENED = 1.2

/** The second word of a name whose first word is still there: Emmanuel Macron for Emmanuel Hollande. */
function replacedSecond(original: NameWord[], translated: NameWord[], texts: Texts): Problem | null {
  for (const [index, first] of original.entries()) {
    const second = original[index + 1]
    if (!first.isJoined || second?.from !== first.to + 1 || isPlace(first.text) || isOrdinary(first.text))
      continue
    const place = translated.findIndex(({ text, isJoined }) => isJoined && text === first.text)
    const other = translated[place + 1]
    if (
      place === -1 ||
      !other ||
      ACRONYM.test(second.text) ||
      isOrdinary(second.text) ||
      isSaid(second, texts) ||
      isKnown(other, texts)
    )
      continue
    return { code: 'name_changed', source: second.text, target: other.text }
  }
  return null
}

/** Returns true when the translation says a name in its own way: Múnich, OTAN, Selenskyj. */
function isSaid({ text }: NameWord, { target, to }: Texts): boolean {
  const folded = foldName(text)
  if (to.some((word) => word.folded === folded || (folded.length > 3 && word.folded.startsWith(folded))))
    return true
  if (ACRONYM.test(text))
    return (
      to.some(({ text: other, folded: word }) => isSameInitials(text, word) || isPartOf(text, other)) ||
      acronymOf(target).includes(text)
    )
  return (
    to.some((word) => ACRONYM.test(word.text) && isSameInitials(word.text, folded)) ||
    isForeignForm(folded, to) ||
    (folded.length > 3 && foldName(target).includes(folded)) ||
    to.some((word) => isAlike(folded, word))
  )
}

/** Returns true when longer initials end with shorter ones in another language: EU and TJUE. */
const isPartOf = (letters: string, longer: string) =>
  ACRONYM.test(longer) &&
  longer.length > letters.length + 1 &&
  isSameInitials(letters, longer.slice(-letters.length).toLowerCase())

/** Returns true when a name of the translation is one of the original. */
function isKnown({ text }: NameWord, { source, from }: Texts): boolean {
  const folded = foldName(text)
  if (ACRONYM.test(text))
    return (
      from.some((word) => word.text === text || isSameInitials(text, word.folded)) ||
      acronymOf(source).includes(text) ||
      from.some((word) => ACRONYM.test(word.text) && isSameInitials(word.text, folded))
    )
  return from.some(
    (word) =>
      word.folded === folded ||
      isAlike(word.folded, { text, folded }) ||
      isForeignForm(word.folded, [{ text, folded }]),
  )
}

/** The same first letters or nearly the same consonants in the spellings of most languages: Bengaluru, Bangalore. */
function isAlike(one: string, { folded: other }: TextWord): boolean {
  const [a, b] = [soundsOf(one), soundsOf(other)]
  const length = Math.min(4, a.length, b.length)
  if (length >= 3 && a.slice(0, length) === b.slice(0, length)) return true
  if (length >= 3 && (withoutVowel(a) === withoutVowel(b) || isSameThroat(one, other))) return true
  const [c, d] = [a, b].map((sounds) => sounds.replace(/[aeiou]/g, ''))
  return (
    c !== undefined &&
    d !== undefined &&
    Math.min(c.length, d.length) >= MIN_CONSONANTS &&
    differsLittle(c, d)
  )
}

const MIN_CONSONANTS = 4
/** Elbe and Elba, Pisa and Pise. */
const withoutVowel = (sounds: string) => sounds.replace(/[aeo]s?$/, '')

/** Kharkiv and Járkov, Khamenei and Chamenei: guttural sounds are transcribed in many ways. */
function isSameThroat(one: string, other: string): boolean {
  const [a = '', b = ''] = [one, other].map((word) => soundsOf(word.replace(/kh|ch|[hjx]/g, '')))
  return a === b ? a.length >= 3 : Math.min(a.length, b.length) >= 4 && a.slice(0, 4) === b.slice(0, 4)
}

/** Returns true when one letter was put in, left out or changed. */
function differsLittle(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start++
  let end = 0
  const most = Math.min(one.length, other.length) - start
  while (end < most && one.at(-1 - end) === other.at(-1 - end)) end++
  return Math.max(one.length, other.length) - start - end <= 1
}

const soundsOf = (word: string) =>
  word
    .replace(/ae/g, 'e')
    .replace(/ao$/, 'on')
    .replace(/ph/g, 'f')
    .replace(/c(?=[eiy])/g, 's')
    .replace(/t?sch|tch|ch|sh|ck|q|k/g, 'c')
    .replace(/[yj]/g, 'i')
    .replace(/w/g, 'v')
    .replace(/z/g, 's')
    .replace(/ou|oo/g, 'u')
    .replace(/h/g, '')
    .replace(/(.)\1/g, '$1')

/** Returns true when a name can replace another one: a country only a place, and a short form only another one, of which one is common. */
function isReplacement(lost: NameWord, added: NameWord, { target, language }: Texts): boolean {
  if (ACRONYM.test(lost.text) || ACRONYM.test(added.text))
    return (
      ACRONYM.test(lost.text) === ACRONYM.test(added.text) &&
      (isCommonInitials(lost.text) || isCommonInitials(added.text))
    )
  if (isCountryIn(language, foldName(added.text))) return isPlace(lost.text)
  // Other words for a country are many: the Bundesländer, the White House.
  if (isCountryIn('en', foldName(lost.text)) || lost.text === 'America') return false
  return !isAtStart(added, target) || INNER_CAPITAL.test(added.text)
}
