import type { NameWord } from '#core/check/text/name-words.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import { foldName } from '#core/languages/fold-letters.ts'
import { isFunctionWord } from '#core/languages/function-words.ts'
import { acronymOf, isSameInitials } from '#core/languages/names/initials.ts'
import { isForeignForm, isSamePlace } from '#core/languages/names/places.ts'
import type { SentenceReading } from '#core/newsroom/judge/reading/sentence-reading.ts'
import type { SourceIndex, SourceSentence } from '#core/newsroom/judge/source-index.ts'

/** The words of all cited sentences in which names can occur. */
export class SourceWords {
  readonly cited: readonly SourceSentence[]
  /** The words as they are written, by their folded form. */
  readonly words = new Map<string, string>()
  readonly initials = new Set<string>()
  readonly abbreviations = new Set<string>()

  constructor(cited: readonly SourceSentence[], sources: SourceIndex) {
    this.cited = cited
    for (const sentence of cited) {
      for (const { folded, text, lower } of sentence.words) {
        this.words.set(folded, text)
        // Parts of hyphenated words, and words after the articles that French and Italian join to names.
        for (const part of lower.split(/[-‑'’]/)) this.words.set(foldName(part), text)
      }
      for (const initials of acronymOf(sentence.text)) this.initials.add(initials)
      for (const [, short = ''] of sentence.text.matchAll(ABBREVIATION))
        this.abbreviations.add(foldName(short))
      // She, the company: the name is in the sentences before. Notes leave it out: guidance is unchanged.
      const isElliptic = sentence.clauses.every(({ names }) =>
        names.every(({ text }) => /^\p{Lu}+$/u.test(text)),
      )
      for (const { words } of sources.meantBy(sentence, isElliptic || undefined))
        for (const { folded, text } of words) if (/^\p{Lu}/u.test(text)) this.words.set(folded, text)
    }
    for (const outlet of new Set(cited.map(({ source }) => source.outlet))) {
      for (const initials of acronymOf(outlet)) this.initials.add(initials)
      for (const part of outlet.split(/[\s.'’]+/)) this.words.set(foldName(part), part)
    }
  }
}

/** Calif., Gov., Univ.: a capital, and a full stop after it. */
const ABBREVIATION = /(?<![\p{L}\p{N}])(\p{Lu}\p{Ll}{2,5})\./gu

/** The names that a sentence may use, by its citations. */
export class KnownNames {
  readonly #reading: SentenceReading
  readonly #cited: readonly SourceSentence[]
  readonly #sources: SourceIndex
  readonly #words: ReadonlyMap<string, string>
  readonly #initials: ReadonlySet<string>
  readonly #abbreviations: ReadonlySet<string>
  readonly #spelledOut = new Map<readonly NameWord[], boolean>()
  #aliased: ReadonlySet<string> | null = null

  constructor(
    reading: SentenceReading,
    { cited, words, initials, abbreviations }: SourceWords,
    sources: SourceIndex,
  ) {
    this.#reading = reading
    this.#cited = cited
    this.#sources = sources
    this.#words = words
    this.#initials = initials
    this.#abbreviations = abbreviations
  }

  has(name: NameWord, run: readonly NameWord[]): boolean {
    const parts = name.text.split(/[-‑](?=\p{L}{3})/u)
    return (
      this.#hasWord(name.text, run) ||
      (parts.length > 1 && parts.every((part) => this.#hasWord(part, run) || !/^\p{Lu}/u.test(part))) ||
      this.#isAcronym(name.text) ||
      [...this.#abbreviations].some((short) => foldName(name.text).startsWith(short)) ||
      this.#isAcronymOf(run) ||
      this.#isLongerForm(name, run) ||
      this.#isAliased(name)
    )
  }

  #hasWord(text: string, run: readonly NameWord[]): boolean {
    const folded = foldName(text)
    if (this.#words.has(folded)) return true
    for (const known of this.#words.keys())
      if (isInflected(folded, known) || isSameInitials(folded, known) || isSamePlace(folded, known))
        return true
    // The names of people are the same in all languages.
    const isSurname = run.some(
      (other) =>
        other.text !== text && other.isJoined && this.#words.get(foldName(other.text)) === other.text,
    )
    return (
      !isSurname &&
      this.#cited.some(
        ({ language, words }) =>
          language !== 'en' &&
          (isForeignForm(folded, words) ||
            words.some(({ text }) => /['’-]/u.test(text) && isForeignForm(folded, partsOf(text))) ||
            (factsOf(language)?.grammar?.hasCompounds &&
              words.some((word) => isInCompound(folded, word.folded)))),
      )
    )
  }

  #isAcronym(text: string): boolean {
    const letters = text.replace(/[.&-]|s$/g, '')
    return (
      /^\p{Lu}{2,6}$/u.test(letters) &&
      (this.#initials.has(letters) || [...this.#words.keys()].some((word) => isSameInitials(letters, word)))
    )
  }

  #isAcronymOf(run: readonly NameWord[]): boolean {
    const known = this.#spelledOut.get(run) ?? this.#isSpelledOut(run)
    this.#spelledOut.set(run, known)
    return known
  }

  /** The words of an acronym that is cited. */
  #isSpelledOut(run: readonly NameWord[]): boolean {
    const { text } = this.#reading
    const [first, last] = [run[0], run.at(-1)]
    if (!first || !last) return false
    const length = run.filter(({ text }) => !isFunctionWord(text, 'en')).length
    return acronymOf(text.slice(first.from, Math.min(last.to, first.from + 200) + 60)).some(
      (initials) => initials.length >= length && this.#words.has(foldName(initials)),
    )
  }

  /** The whole name of a person whom the source names in full elsewhere, and here by a part. */
  #isLongerForm(name: NameWord, run: readonly NameWord[]): boolean {
    const part = run.find((other) => other !== name && this.#words.has(foldName(other.text)))
    if (!part) return false
    const [one, two] = [foldName(name.text), foldName(part.text)]
    return [...new Set(this.#cited.map(({ source }) => source.number))].some((number) =>
      this.#sources.sentences.some(
        (sentence) =>
          sentence.source.number === number &&
          sentence.names.some(
            ({ text, isJoined }, index) =>
              isJoined &&
              [one, two].includes(foldName(text)) &&
              [one, two].includes(foldName(sentence.names[index + 1]?.text ?? '')),
          ),
      ),
    )
  }

  #isAliased({ text }: NameWord): boolean {
    this.#aliased ??= new Set(
      this.#sources.context.aliases.flatMap(({ term, as }) => [
        ...(this.#says(as) ? wordsOf(term) : []),
        ...(this.#says(term) ? wordsOf(as) : []),
      ]),
    )
    return this.#aliased.has(foldName(text))
  }

  #says(term: string): boolean {
    const words = wordsOf(term)
    return words.length > 0 && words.every((word) => this.#words.has(word))
  }

  /** The name in the place of a missing one: as many words, and alike. */
  nearest(run: readonly NameWord[]): string {
    const own = new Set(this.#reading.names.map(({ text }) => foldName(text)))
    const others = this.#cited.flatMap(({ names }) =>
      names.filter(({ text, isFirst }) => !isFirst && !own.has(foldName(text))),
    )
    const start = foldName(run[0]?.text ?? '')[0]
    return (others.find(({ text }) => foldName(text)[0] === start) ?? others[0])?.text ?? ''
  }
}

/** The Aletsch glacier is the Aletschgletscher. */
const isInCompound = (folded: string, word: string) =>
  folded.length >= 4 && word.startsWith(folded) && word.length >= folded.length + 4

const partsOf = (text: string) => text.split(/['’-]/u).map((part) => ({ text: part, folded: foldName(part) }))

const wordsOf = (text: string) => (text.match(/[\p{L}\p{N}'’-]+/gu) ?? []).map(foldName)

/** Endings that make a nationality of a country, and a plural or a genitive of any name. */
const ENDINGS = /^(?:|s|es|n|an|ian|ns|ans|ians|ish|ese|i|is|er|ers)$/

function isInflected(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  if (shorter < 4 || one[0] !== other[0]) return false
  let shared = 0
  while (shared < shorter && one[shared] === other[shared]) shared++
  const [a, b] = [one.slice(shared), other.slice(shared)]
  if (shared < 4 || (a !== '' && b !== '' && !/^(?:y|a|e|o|ia)$/.test(a) && !/^(?:y|a|e|o|ia)$/.test(b)))
    return false
  return (
    (ENDINGS.test(a) || /^(?:y|a|e|o|ia)$/.test(a)) &&
    (ENDINGS.test(b) || /^(?:y|a|e|o|ia)$/.test(b)) &&
    (a + b).length <= 5
  )
}
