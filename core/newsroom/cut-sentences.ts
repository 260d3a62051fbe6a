import type { Language } from '#core/i18n/languages.ts'
import { factsOf, ofEveryLanguage } from '#core/languages/facts-of.ts'
import type { LanguageFacts } from '#core/languages/language-facts.ts'
import { wordsIn } from '#core/languages/lists.ts'

/** A sentence, with its place in the text: `text.slice(from, to)`. */
export interface CutSentence {
  text: string
  from: number
  to: number
}

/** The longest sentence: text without a point for so long is cut at a space. */
export const SENTENCE_MAX_LENGTH = 1000

// The marks at the end of a sentence, with those that may follow before the next space: quotation marks, brackets, and the numbers of
// footnotes.
const END = /[.!?…؟۔।॥։።]+(?:["'”’“»«›‹)\]}]|\[\d{1,3}\])*|[。！？｡]+["'”’」』）】》〉]*/gu
const FRENCH_CLOSING = /[ \u00a0\u202f]?[»›](?=\s|$)/y
const BEFORE_WORD = /["'“”‘’„‚«»‹›([{¿¡–—-]|[\s\u00a0\u202f]/u
const WORD_CHARACTER = /[\p{L}\p{M}\p{N}.'’&-]/u
// More characters than the longest word that the rules know.
const WORD_MAX_LENGTH = 24

/**
 * The sentences of a text, in their order. A line break always ends a sentence, so that headings and the items of lists are separate. If it
 * is unclear whether a point ends a sentence, it does not. The result is the same in every browser and in Node, and the time grows with the
 * length.
 */
export function cutSentences(text: string, language?: string | null): CutSentence[] {
  const rules = pointRules(language)
  const sentences: CutSentence[] = []
  for (const line of text.matchAll(/[^\n\r\u2028\u2029\v\f]+/g)) {
    const lineEnd = line.index + line[0].length
    let from = skipSpaces(text, line.index, lineEnd)
    END.lastIndex = from
    for (let end = END.exec(text); end && end.index < lineEnd; end = END.exec(text)) {
      const after = pastFrenchQuote(text, Math.min(end.index + end[0].length, lineEnd))
      END.lastIndex = after
      if (endsSentence(text, { from, at: end.index, mark: end[0], after, lineEnd }, rules)) {
        addSentence(sentences, text, from, after)
        from = skipSpaces(text, after, lineEnd)
      }
    }
    addSentence(sentences, text, from, lineEnd)
  }
  return sentences
}

interface PossibleEnd {
  /** The offset of the beginning of the sentence. */
  from: number
  /** The offset of the mark, with the quotation marks after it. */
  at: number
  mark: string
  after: number
  lineEnd: number
}

function endsSentence(text: string, end: PossibleEnd, rules: PointRules): boolean {
  if (/^[。！？｡]/u.test(end.mark)) {
    return end.after < end.lineEnd
  }
  if (end.after >= end.lineEnd || !/\s/u.test(text.charAt(end.after))) {
    return false
  }
  const next = nextWord(text, end.after, end.lineEnd)
  // A name such as xAI or iPhone begins with a small letter too.
  if (next === '' || /^\p{Ll}[^\p{Lu}]*$/u.test(next)) {
    return false
  }
  if (/^(?:\.{2,}|…)/u.test(end.mark)) {
    return !/[[(]/.test(text.charAt(end.at - 1))
  }
  return !/^\.(?!\.)/.test(end.mark) || endsWithPoint(text, end, next, rules)
}

function endsWithPoint(text: string, end: PossibleEnd, next: string, rules: PointRules): boolean {
  const word = wordBefore(text, end.at, end.from)
  const beginsSentence = end.at - word.length === end.from
  if (rules.titles.has(word) || (beginsSentence && /^(?:\d{1,3}|\p{L})$/u.test(word))) {
    return false
  }
  if (rules.numbered.has(word) && /^\p{N}/u.test(next)) {
    return false
  }
  const isShortened =
    rules.others.has(word) ||
    // Spanish and Italian write titles small: il dott. Rossi.
    rules.titles.has(word.charAt(0).toUpperCase() + word.slice(1)) ||
    /^(?:\p{L}{1,2}\.-?)*\p{L}$/u.test(word) ||
    (rules.hasOrdinalPoints && /^\d{1,2}$/.test(word))
  return !isShortened || rules.starters.has(next.replace(/['’].*$/u, ''))
}

/** The word after spaces and opening marks, or the character in its place; empty at the end of the line. */
function nextWord(text: string, after: number, lineEnd: number): string {
  let from = after
  while (from < lineEnd && BEFORE_WORD.test(text.charAt(from))) {
    from += 1
  }
  let to = from
  while (to < lineEnd && to - from < WORD_MAX_LENGTH && WORD_CHARACTER.test(text.charAt(to))) {
    to += 1
  }
  return text.slice(from, Math.min(Math.max(to, from + 1), lineEnd))
}

function wordBefore(text: string, at: number, from: number): string {
  let start = at
  while (start > from && at - start < WORD_MAX_LENGTH && WORD_CHARACTER.test(text.charAt(start - 1))) {
    start -= 1
  }
  return text.slice(start, at).replace(/^.*['’]|^[.&-]+/u, '')
}

function pastFrenchQuote(text: string, at: number): number {
  FRENCH_CLOSING.lastIndex = at
  return at + (FRENCH_CLOSING.exec(text)?.[0].length ?? 0)
}

function skipSpaces(text: string, from: number, to: number): number {
  let at = from
  while (at < to && /\s/u.test(text.charAt(at))) {
    at += 1
  }
  return at
}

function addSentence(sentences: CutSentence[], text: string, begin: number, end: number) {
  let to = end
  while (to > begin && /\s/u.test(text.charAt(to - 1))) {
    to -= 1
  }
  let from = begin
  while (from < to) {
    const cut = to - from > SENTENCE_MAX_LENGTH ? cutLongSentence(text, from) : to
    sentences.push({ text: text.slice(from, cut), from, to: cut })
    from = skipSpaces(text, cut, to)
  }
}

/** The cut of a sentence that is too long: at its last space, or else between two characters. */
function cutLongSentence(text: string, from: number): number {
  const limit = from + SENTENCE_MAX_LENGTH
  for (let at = limit; at > from; at -= 1) {
    if (/\s/u.test(text.charAt(at)) && !/\s/u.test(text.charAt(at - 1))) {
      return at
    }
  }
  return /[\udc00-\udfff]/.test(text.charAt(limit)) ? limit - 1 : limit
}

/** The words that decide whether a point ends a sentence of a language. */
interface PointRules {
  titles: ReadonlySet<string>
  numbered: ReadonlySet<string>
  others: ReadonlySet<string>
  starters: ReadonlySet<string>
  /** True if a number with a point is an ordinal. */
  hasOrdinalPoints: boolean
}

function rulesOf(of: readonly LanguageFacts[]): PointRules {
  const all = (words: (facts: LanguageFacts) => readonly string[]) => new Set(of.flatMap(words))
  return {
    titles: all(({ sentences }) => wordsIn(sentences.titles)),
    numbered: all(({ sentences, speech }) => [
      ...wordsIn(sentences.numbered),
      ...speech.beforeNumbers.map(([written]) => written.replace(/\.$/, '')),
    ]),
    others: all(({ sentences, speech }) => [
      ...wordsIn(sentences.abbreviations),
      ...[...speech.abbreviations, ...speech.endingAbbreviations]
        .filter(([written]) => /^\S+\.$/.test(written))
        .map(([written]) => written.slice(0, -1)),
    ]),
    starters: all(({ sentences }) => wordsIn(sentences.starters)),
    hasOrdinalPoints: of.every(({ sentences }) => sentences.hasOrdinalPoints),
  }
}

const cached = new Map<LanguageFacts | undefined, PointRules>()

/** The rules of a language, by its code; of all languages together when it is another one, or not known. */
function pointRules(language: string | null | undefined): PointRules {
  const facts = factsOf(language?.slice(0, 2).toLowerCase() as Language)
  const known = cached.get(facts)
  if (known) return known
  const rules = rulesOf(facts ? [facts] : ofEveryLanguage((every) => every))
  cached.set(facts, rules)
  return rules
}
