import type { Article } from '#core/domain/article.ts'
import type { Language } from '#core/i18n/languages.ts'

/** The fewest characters for which the overlay searches as a reader types. */
export const SEARCH_MIN_LENGTH = 3
/** The fewest for which whole articles are searched, word by word: "AI" is a word. */
export const FULL_TEXT_MIN_LENGTH = 2
export const SEARCH_MAX_LENGTH = 200
/** The number of results in the overlay, and on one page of the search page. */
export const SEARCH_LIMIT = 10
/** The number of matches that can be paged through; the database function search_articles ranks no more. */
export const SEARCH_REACH = 200

/** The fields of an article in the search overlay. */
export type FoundArticle = Pick<Article, 'id' | 'title' | 'excerpt' | 'category' | 'slug' | 'language'>

/** An article that matches a query, with the passages that match. */
export interface SearchHit {
  id: string
  slug: string
  language: Language
  title: string
  category: string
  publish_date: string
  /** Passages as plain text, with FOUND_START and FOUND_END around each word that matches. */
  headline: string
  /** The number of all matches, the same in every hit. */
  total: number
}

export const FOUND_START = '\uE000'
export const FOUND_END = '\uE001'

/** The query for a typed text: normalised, trimmed and cut to length. Null when it is too short to search for. */
export function searchTextOf(typed: string): string | null {
  return queryOf(typed, SEARCH_MIN_LENGTH)
}

/** The query with which whole articles are searched. */
export function fullTextOf(typed: string): string | null {
  return queryOf(typed, FULL_TEXT_MIN_LENGTH)
}

function queryOf(typed: string, minLength: number): string | null {
  const text = typed.normalize().toWellFormed().replaceAll('\0', '').trim()
  const characters = [...text].slice(0, SEARCH_MAX_LENGTH)
  return characters.length < minLength ? null : characters.join('')
}

/** Splits a headline into the words that were found and the text around them. */
export function splitHeadline(headline: string): { text: string; found: boolean }[] {
  return headline.split(FOUND_START).flatMap((piece, index) => {
    if (index === 0) return textPiece(piece, false)
    const [found = '', ...after] = piece.split(FOUND_END)
    return [...textPiece(found, true), ...textPiece(after.join(''), false)]
  })
}

function textPiece(text: string, found: boolean) {
  return text === '' ? [] : [{ text, found }]
}
