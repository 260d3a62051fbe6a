import { diffArrays } from 'diff'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { factsOf } from '#core/languages/facts-of.ts'
import { withFewMarks } from '#core/languages/fold-letters.ts'
import { isFunctionWord } from '#core/languages/function-words.ts'

/** Words that were replaced by others. */
export interface WordChange {
  before: string
  after: string
}

export const MAX_PHRASE_WORDS = 5
const MAX_PHRASE_CHARACTERS = 100
/** A segment with more changes counts as rewritten. */
const MAX_CHANGES = 20
const MAX_CHARACTERS = 20_000
/** The most words removed and added. The search for more takes the square of their number. */
const MAX_EDITS = 100

/**
 * The words of a text that a person has replaced, with the replacements: phrases of one to five words, without the articles and
 * prepositions around them. Changes of tags, punctuation, numbers and endings say nothing about words, and are left out; a change of case
 * counts if it restores that of the source.
 */
export function wordChanges(
  texts: { source: string; before: string; after: string },
  language: TranslatedLanguage,
): WordChange[] {
  const before = withFewMarks(texts.before).normalize('NFC')
  const after = withFewMarks(texts.after).normalize('NFC')
  if (before.length > MAX_CHARACTERS || after.length > MAX_CHARACTERS) return []
  const [older, newer] = [readWords(before), readWords(after)]
  if (countOthers(older, newer) > MAX_EDITS) return []
  const parts = diffArrays(older, newer, {
    comparator: (one, other) => one.text === other.text,
    maxEditLength: MAX_EDITS,
  })
  const changes: WordChange[] = []
  let removed: TextWord[] = []
  let added: TextWord[] = []
  const endRun = () => {
    const change = { before: phraseOf(removed, before, language), after: phraseOf(added, after, language) }
    removed = []
    added = []
    if (saysSomething(change, texts.source, language)) changes.push(change)
  }
  for (const part of parts ?? []) {
    if (part.removed) removed = part.value
    else if (part.added) added = part.value
    else endRun()
  }
  endRun()
  const known = new Set<string>()
  return changes
    .filter((change) => {
      const key = JSON.stringify(change)
      return !known.has(key) && known.add(key)
    })
    .slice(0, MAX_CHANGES)
}

/** The number of words that are in one of the texts only; no edit between them is shorter. */
function countOthers(older: readonly TextWord[], newer: readonly TextWord[]): number {
  const counts = new Map<string, number>()
  for (const { text } of older) counts.set(text, (counts.get(text) ?? 0) + 1)
  for (const { text } of newer) counts.set(text, (counts.get(text) ?? 0) - 1)
  return [...counts.values()].reduce((sum, count) => sum + Math.abs(count), 0)
}

/** The words without those at either end that do not belong to the phrase; empty when it is not a phrase. */
function phraseOf(run: readonly TextWord[], text: string, language: TranslatedLanguage): string {
  const isContent = (word: TextWord) => word.isWord && !isFunctionWord(word.text, language)
  const first = run.findIndex(isContent)
  const last = run.findLastIndex(isContent)
  const phrase = run.slice(first, last + 1)
  const [start, end] = [phrase[0], phrase.at(-1)]
  if (first < 0 || !start || !end) return ''
  // Only spaces and apostrophes separate the words of a phrase.
  if (!phrase.every((word) => word.isWord || /^['’]$/.test(word.text))) return ''
  if (phrase.filter(({ isWord }) => isWord).length > MAX_PHRASE_WORDS) return ''
  const words = text.slice(start.from, end.to).replace(/\s+/g, ' ')
  return words.length <= MAX_PHRASE_CHARACTERS && /\p{L}.*\p{L}/u.test(words) ? words : ''
}

function saysSomething({ before, after }: WordChange, source: string, language: TranslatedLanguage): boolean {
  if (before === '' || after === '') return false
  const lettersOf = (phrase: string) => stemOf(phrase, language).replace(/[^\p{L}\p{M}]+/gu, '')
  if (stemOf(before, language) !== stemOf(after, language))
    // Another number is a correction of facts; a hyphen more or less is a spelling.
    return lettersOf(before) !== lettersOf(after) || !/\p{N}/u.test(before + after)
  return before.toLowerCase() === after.toLowerCase() && source.includes(after) && !source.includes(before)
}

/** A word of a text, or any other piece between spaces. */
export interface TextWord {
  text: string
  /** False for a tag, or a punctuation character. */
  isWord: boolean
  from: number
  to: number
}

/** Words with a hyphen, an ampersand or a decimal point in them are one; an apostrophe ends one, as in l’usage. */
const PIECE =
  /<\/?[a-z]{1,3}\d{1,4} ?\/?>|(?<word>[\p{L}\p{M}\p{N}]+(?:[-‐‑&][\p{L}\p{M}\p{N}]+|[.,]\p{N}+)*)|\S/gu

/** The words of a text, its tags, and its punctuation, in their order. */
export function readWords(text: string): TextWord[] {
  return [...text.matchAll(PIECE)].map(({ 0: found, index, groups }) => ({
    text: found,
    isWord: groups?.word !== undefined,
    from: index,
    to: index + found.length,
  }))
}

/**
 * A key that is the same for the same change of words in another case or with other endings: `Sprachmodells → LLMs` and `Sprachmodell →
 * LLM`. Both sides have to agree, so that words that only look alike are hardly ever confused.
 */
export const changeKey = (
  { before, after }: { before: string; after: string },
  language: TranslatedLanguage,
) => `${stemOf(before, language)} → ${stemOf(after, language)}`

/** The words of a phrase in lower case and without their endings. Accents stay, because they can make another word. */
export function stemOf(phrase: string, language: TranslatedLanguage): string {
  const endings = endingsOf(language) ?? ''
  return readWords(phrase.normalize('NFC'))
    .map(({ text }) => text.toLowerCase().replace(endings, ''))
    .join(' ')
}

const cached = new Map<TranslatedLanguage, RegExp | undefined>()

/** The endings of plurals, genders and cases, from words of which at least three letters stay. */
function endingsOf(language: TranslatedLanguage): RegExp | undefined {
  if (cached.has(language)) return cached.get(language)
  const dropped = factsOf(language)?.endings.dropped
  const endings = dropped ? new RegExp(`(?<=\\p{L}{3})(?:${dropped})$`, 'u') : undefined
  cached.set(language, endings)
  return endings
}
