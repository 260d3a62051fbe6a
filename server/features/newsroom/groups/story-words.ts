import { plainBlock } from '#core/check/text/block.ts'
import { nameWords } from '#core/check/text/name-words.ts'
import { isLanguage, LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import { foldName } from '#core/languages/fold-letters.ts'
import { isFunctionWord } from '#core/languages/function-words.ts'
import { formsOf } from '#core/languages/lists.ts'
import { hasDecimalComma } from '#core/languages/separators.ts'
import { hashOf } from '#core/text-hash.ts'
import { readQuantities } from '#core/translation/checks/numbers/read-quantities.ts'

/** The words by which stories are compared: hashes of words with the days of the item, and how much each tells. */
export interface StoryWords {
  language: string | null
  keys: number[]
  weights: number[]
}

/** The words that another item has in common with one, and the length of all that it has. */
interface SharedWords extends StoryWords {
  length: number
}

/** Items within so many hours of each other can tell the same story. */
export const STORY_HOURS = 72
/** The word that counts the items of a period. */
export const ALL_ITEMS = ''

/** Keys of one word differ in what is left of this. */
export const PERIODS = 512

const PERIOD_MS = STORY_HOURS * 3_600_000
/** Words of an item that are kept. */
const KEPT = 48
/** The number of items that are counted as having none of the words, because few items do not tell what is rare. */
const UNSEEN = 50
/** The least that items of one story have in common: a cosine, less where much is in common or most words cannot be, and some weight. */
const MIN_COSINE = 0.12
const MUCH = 4
const OF_MUCH = 2 / 3
const OF_TWO_LANGUAGES = 1 / 2
const MIN_COMMON = 1.6
/** A single word, between two languages: a rare name that is in both titles. */
const RARE_NAME = 2.4

/** Tells to which three days a moment belongs. */
export const periodOf = (at: Date) => Math.floor(at.getTime() / PERIOD_MS)

/** A word of a period as a number. */
export const keyOf = (stem: string, period: number) =>
  (Number.parseInt(hashOf(stem), 36) % 2 ** 44) * PERIODS + (((period % PERIODS) + PERIODS) % PERIODS)

/** The word of a key. */
export const wordOf = (key: number) => Math.floor(key / PERIODS)

/** A moment's period, and those in which items of the same story may be. */
export const periodsAround = (period: number) => [period, period - 1, period + 1]

/** The words of an item that tell most, given in how many of all items each is. */
export function weighWords(
  words: readonly StoryWord[],
  {
    period,
    language,
    seen,
    total,
  }: { period: number; language: string | null; seen: (stem: string) => number; total: number },
): StoryWords & { stems: string[] } {
  const all = total + UNSEEN
  const weighed = words
    .map(({ stem, weight }) => ({
      stem,
      weight: (weight * Math.log(all / (seen(stem) + 0.5))) / Math.log(all / 0.5),
    }))
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .slice(0, KEPT)
  return {
    language,
    stems: weighed.map(({ stem }) => stem),
    keys: weighed.map(({ stem }) => keyOf(stem, period)),
    weights: weighed.map(({ weight }) => weight),
  }
}

/** Tells how surely two items tell the same story, or 0 when nothing says so: one word in common may be chance. */
export function storyLikeness(one: StoryWords, other: SharedWords): number {
  const words = new Map(one.keys.map((key, index) => [wordOf(key), one.weights[index] ?? 0]))
  let [common, sum, product] = [0, 0, 0]
  for (const [index, key] of other.keys.entries()) {
    const [own, theirs] = [words.get(wordOf(key)), other.weights[index] ?? 0]
    if (own === undefined) continue
    common++
    sum += Math.min(own, theirs)
    product += own * theirs
  }
  const isOneLanguage = one.language === other.language
  const least = MIN_COSINE * (common >= MUCH ? OF_MUCH : 1) * (isOneLanguage ? 1 : OF_TWO_LANGUAGES)
  const cosine = product / (lengthOf(one) * other.length)
  const tells = common > 1 ? sum >= MIN_COMMON : !isOneLanguage && sum >= RARE_NAME
  return tells && cosine >= least ? cosine / least : 0
}

const lengthOf = ({ weights }: StoryWords) => Math.hypot(...weights)

/** The text that is read of an item. */
interface ItemText {
  title: string
  excerpt: string
  /** Empty unless an editor has opened it. */
  text: string
  language: string | null
}

/** A word, name or figure by which stories are known again. */
export interface StoryWord {
  /** The same for all forms of a word, and in all languages for names and figures. */
  stem: string
  /** The word as it was first written. */
  written: string
  /** The amount that it tells of the item, before it is known how rare it is. */
  weight: number
}

/** The length of the beginning, which says what a story is about, in characters. */
const READ = 3000
const MAX_WORDS = 120
const STEM = 7
const WORD = /[\p{L}\p{M}]{2,40}/gu
const IN_TITLE = 2
const OF_NAME = 2
const OF_FIGURE = 1.5

/** Weekdays and months, which every story has. */
const DATES = new Map(
  LANGUAGE_CODES.map((language) => {
    const { weekdays = [], months = [] } = factsOf(language)?.dates ?? {}
    return [language, new Set([...formsOf(weekdays, 0), ...formsOf(months, 1)].map(([form]) => form))]
  }),
)

/** The words of an item, those of its title first, bounded whatever it says. */
export function itemWords({ title, excerpt, text, language }: ItemText): StoryWord[] {
  const words = new Map<string, StoryWord>()
  const add = (stem: string, written: string, weight: number) => {
    const known = words.get(stem)
    if (known) known.weight = Math.max(known.weight, weight)
    else if (words.size < MAX_WORDS) words.set(stem, { stem, written, weight })
  }
  const body = `${excerpt}\n${text}`.slice(0, READ)
  const names = namesOf([title, body], language)
  for (const [part, place] of [
    [title, IN_TITLE],
    [body, 1],
  ] as const) {
    for (const figure of figuresOf(part, language)) add(figure, figure, OF_FIGURE * place)
    for (const [written] of part.matchAll(WORD)) {
      const stem = stemOf(written, language)
      if (stem) add(stem, written, (names.has(written) ? OF_NAME : 1) * place)
    }
  }
  return [...words.values()]
}

/** The form in which words are compared, or null for one that tells nothing. Words that languages share begin alike. */
export function stemOf(written: string, language: string | null): string | null {
  const isShortName = /^\p{Lu}{2,3}$/u.test(written)
  if (written.length < 4 && !isShortName) return null
  if (
    isFunctionWord(written, languageOf(language)) ||
    DATES.get(languageOf(language))?.has(written.toLowerCase())
  )
    return null
  const folded = foldName(written).replaceAll('ß', 'ss')
  return (folded.length > 4 ? folded.replace(/(?:e?s|en?|[aio])$/, '') : folded).slice(0, STEM)
}

/** Words that have a capital letter within a sentence. In German every noun has one. */
function namesOf(texts: readonly string[], language: string | null): ReadonlySet<string> {
  if (factsOf(languageOf(language))?.names.capitalNouns) return new Set()
  const names = texts.flatMap((text) => nameWords(plainBlock('title', text)).names)
  return new Set(names.filter(({ isFirst }) => !isFirst).flatMap(({ text }) => text.match(WORD) ?? []))
}

/** The figures of a text as values, from two digits on: 1.2 billion and 1,2 Milliarden are the same. */
function figuresOf(text: string, language: string | null): string[] {
  return readQuantities(text, languageOf(language), { joinsSpaces: hasDecimalComma(languageOf(language)) })
    .quantities.map(({ value }) => value)
    .filter((value) => value !== null && (value >= 10 || !Number.isInteger(value)))
    .map((value) => `#${Number(value?.toPrecision(6))}`)
}

const languageOf = (language: string | null) => (language && isLanguage(language) ? language : 'en')
