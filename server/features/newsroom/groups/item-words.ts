import { plainBlock } from '#core/check/text/block.ts'
import { nameWords } from '#core/check/text/name-words.ts'
import { isLanguage, LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import { foldName } from '#core/languages/fold-letters.ts'
import { isFunctionWord } from '#core/languages/function-words.ts'
import { formsOf } from '#core/languages/lists.ts'
import { hasDecimalComma } from '#core/languages/separators.ts'
import { readQuantities } from '#core/translation/checks/numbers/read-quantities.ts'

/** The text that is read of an item. */
export interface ItemText {
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
