import { foldTextWords, foldWords } from '#core/languages/fold-words.ts'

/*
 * The search index of a static mirror, which the browser reads a part of. A language has a list of its parts, a part for each beginning
 * of words, a list of long words, in which others may be, and its articles, the newest first, in groups.
 */

/** Longer words are cut. */
const MAX_WORD_LENGTH = 32
const MIN_WORD_LENGTH = 2
export const ARTICLES_PER_FILE = 50
/** A posting is the number of an article and, below, how much a word says about it. */
export const WEIGHTS = 16

export interface MirrorSearchIndex {
  /** The length of the beginnings of words, for each of which there is a part. */
  length: number
  parts: string[]
  /** Words that are in the index only where they are names in capitals, with spaces between them. */
  unnamed: string
}

/** The words of a part, those together that are forms of one, each before the articles that have it: `[word, postings, word, postings]`. */
export type MirrorSearchPart = (string | number[])[][]

/** Words of titles and excerpts, with spaces between them. */
export type MirrorLongWords = string

/** The fields of a result; the date as in ISO 8601. */
export type MirrorSearchArticle = [
  address: string,
  title: string,
  excerpt: string,
  category: string,
  publishDate: string,
]

/** The words of a query. Without a subject are those that have a function only, unless they are in capitals, as the names AI, IT and WHO. */
export const searchWords = (query: string, unnamed: ReadonlySet<string>): string[] =>
  namedWords(query, unnamed, foldWords)

/** The words of a text of the index. */
export const indexedWords = (text: string, unnamed: ReadonlySet<string>): string[] =>
  namedWords(text, unnamed, foldTextWords)

function namedWords(
  text: string,
  unnamed: ReadonlySet<string>,
  wordsOf: (text: string) => string[],
): string[] {
  const names = text.match(/(?<!\p{L})\p{Lu}[\p{Lu}\p{N}]+(?!\p{L})/gu) ?? []
  return [
    ...wordsOf(text).filter((word) => !unnamed.has(word)),
    ...wordsOf(names.join(' ')).filter((word) => unnamed.has(word)),
  ]
    .filter((word) => word.length >= MIN_WORD_LENGTH || /\p{N}/u.test(word))
    .map((word) => word.slice(0, MAX_WORD_LENGTH))
}

/** The part of a word: its first characters, in a form for the name of a file. */
export function searchPartOf(word: string, length: number): string {
  return [...word]
    .slice(0, length)
    .map((character) =>
      /[a-z0-9]/.test(character) ? character : `-${character.codePointAt(0)?.toString(16)}`,
    )
    .join('')
}
