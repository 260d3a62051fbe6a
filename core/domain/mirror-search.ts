/*
 * The search index of a static mirror, which the browser reads a part of. A language has a list of its parts, a part for each beginning
 * of words, and its articles, the newest first, in groups.
 */

/** Longer words are cut. */
const MAX_WORD_LENGTH = 24
const MIN_WORD_LENGTH = 2
export const ARTICLES_PER_FILE = 50
/** A posting is the number of an article and, below, how much a word says about it. */
export const WEIGHTS = 16

export interface MirrorSearchIndex {
  /** How many characters the beginnings of words have, for each of which there is a part. */
  length: number
  parts: string[]
  texts: {
    prompt: string
    loading: string
    failed: string
    /** With the query as `{query}`. */
    empty: string
    hint: string
    /** With the number as `{count}`. */
    one: string
    other: string
    more: string
  }
}

/** The articles with each word of a part. */
export type MirrorSearchPart = Record<string, number[]>

/** What a result shows: address, title, excerpt, name and slug of its section, date as readers see it. */
export type MirrorSearchArticle = [
  address: string,
  title: string,
  excerpt: string,
  section: string,
  category: string,
  date: string,
]

/** The words of a text or a query, without accents and capitals. */
export function searchWords(text: string): string[] {
  const plain = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().replaceAll('ß', 'ss')
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? []
  return words.filter(({ length }) => length >= MIN_WORD_LENGTH).map((word) => word.slice(0, MAX_WORD_LENGTH))
}

/** The part of a word: its first characters, as they may stand in the name of a file. */
export function searchPartOf(word: string, length: number): string {
  return [...word]
    .slice(0, length)
    .map((character) =>
      /[a-z0-9]/.test(character) ? character : `-${character.codePointAt(0)?.toString(16)}`,
    )
    .join('')
}
