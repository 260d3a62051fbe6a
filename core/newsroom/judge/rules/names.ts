import type { NameWord } from '#core/check/text/name-words.ts'
import { isOrdinary } from '#core/languages/english/ordinary-words.ts'
import { hasCapitalNouns } from '#core/languages/facts-of.ts'
import { foldName } from '#core/languages/fold-letters.ts'
import { isHomeOf, isPlace } from '#core/languages/names/places.ts'
import { KnownNames, SourceWords } from '#core/newsroom/judge/reading/known-names.ts'
import { readRoles } from '#core/newsroom/judge/reading/read-clauses.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import { type CheckedSentence, finding, type JudgeRule } from '#core/newsroom/judge/rule.ts'
import type { SourceIndex, SourceSentence } from '#core/newsroom/judge/source-index.ts'

/** Every name is in the citations, is that of their outlet, or another form of such a name. */
export const names: JudgeRule = function* (sentence, sources) {
  const { reading, cited } = sentence
  if (reading.names.length === 0 || sentence.written.kind === 'rest') return
  const known = new KnownNames(reading, wordsOfSources(cited, sources), sources)
  const runs = runsOf(reading.names)
  // More names than a sentence can have: it is not a sentence.
  if (reading.names.length > MAX_NAMES) yield finding('name_not_in_source', reading.names[MAX_NAMES]?.text)
  for (const run of runs.slice(0, MAX_NAMES)) {
    const missing = run.filter((name) => isName(name, sentence, sources) && !known.has(name, run))
    const [first, last] = [missing[0], missing.at(-1)]
    if (!first || !last) continue
    // A newspaper of Madrid does not mention that it writes about Spain.
    if (missing.length === 1 && cited.some(({ language }) => isHomeOf(language, first.text))) {
      yield finding('unclear', first.text)
      continue
    }
    const isTranslated =
      cited.every(({ language }) => language !== 'en') &&
      (isRareWord(run, missing, reading) || isTranslatedName(run, missing))
    yield isTranslated
      ? finding('unclear', reading.text.slice(first.from, last.to))
      : finding('name_not_in_source', reading.text.slice(first.from, last.to), known.nearest(run))
  }
}

const MAX_NAMES = 100

/** A word that begins the sentence, alone or before a whole name, may be one that English has without a capital. */
const isRareWord = (
  run: readonly NameWord[],
  [first, ...others]: readonly NameWord[],
  { text }: SentenceReading,
) =>
  first?.isFirst === true &&
  others.length === 0 &&
  first === run[0] &&
  run.length !== 2 &&
  /^\p{Lu}[\p{Ll}-]{2,}$/u.test(first.text) &&
  !isPlace(first.text) &&
  !/^['’]s/.test(text.slice(first.to))

/** The Golden Anchor, of which the source has the first word: prizes, bodies and works have names that are translated. */
const isTranslatedName = (run: readonly NameWord[], missing: readonly NameWord[]) =>
  missing.length < run.length &&
  run.every((name) => missing.includes(name) || (!name.isFirst && isOrdinary(name.text))) &&
  readRoles({ text: run.map(({ text }) => text).join(' ') }).length === 0

/** Headings share their citations, which are therefore read once for all. */
const cache = new WeakMap<readonly SourceSentence[], SourceWords>()

function wordsOfSources(cited: readonly SourceSentence[], sources: SourceIndex): SourceWords {
  const known = cache.get(cited) ?? new SourceWords(cited, sources)
  cache.set(cited, known)
  return known
}

/** Adjacent names, such as those of a person. */
function runsOf(names: readonly NameWord[]): NameWord[][] {
  const runs: NameWord[][] = []
  for (const name of names) {
    const before = runs.at(-1)?.at(-1)
    if (before?.isJoined && name.from <= before.to + 1) runs.at(-1)?.push(name)
    else runs.push([name])
  }
  return runs
}

const NO_NAME =
  /^(?:[QHT][1-4]|(?:CD|DVD|PC|TV|MP|SUV|DNA|PhD)s?|I|I['’]\p{L}+|Mrs?|Ms|Dr|Prof|Sir|Dame|St|No|[AP]M|OK|A|BCE?|AD)$/u
const CALENDAR =
  /^(?:\p{Ll}+[-‑])?(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)(?:uary|ruary|ch|il|e|y|ust|ember|ober)?$|^(?:\p{Ll}+[-‑])?(?:May|(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)days?)$/u

/** Returns true if a capital makes a word a name, and it does not only begin a sentence or belong to a title. */
function isName(name: NameWord, { reading, cited }: CheckedSentence, sources: SourceIndex): boolean {
  const { text, isFirst, from, to } = name
  if (NO_NAME.test(text) || CALENDAR.test(text) || /^\d/.test(text)) return false
  // Swiss francs are a unit.
  if (reading.quantities.quantities.some((one) => one.units.size > 0 && from >= one.from && to <= one.to))
    return false
  // Sources in other languages say President and Commission in their own words.
  if (
    isOrdinary(text) &&
    cited.length > 0 &&
    cited.every(({ language }) => language !== 'en') &&
    !/^\p{Lu}{2,}$/u.test(text)
  )
    return false
  if (isFirst && isForeignWord(text, cited)) return false
  if (!isFirst || !isOrdinary(text)) return true
  // The first word of a name that goes on is part of it only if sources know it as one.
  return sources.knownNames.has(text.toLowerCase()) && !isLowerElsewhere(foldName(text), reading.words)
}

/** A first word that the sources have without a capital, in their language: Aviation for aviação. */
const isForeignWord = (text: string, cited: readonly SourceSentence[]) =>
  text.length >= 6 &&
  cited.some(({ language, words }) =>
    words.some(
      (word) =>
        language !== 'en' &&
        word.folded.slice(0, 4) === foldName(text).slice(0, 4) &&
        (hasCapitalNouns(language) ? word.isContent : /^\p{Ll}/u.test(word.text)),
    ),
  )

const isLowerElsewhere = (folded: string, words: readonly { folded: string; text: string }[]) =>
  words.some(({ folded: other, text }) => other === folded && !/^\p{Lu}/u.test(text))
