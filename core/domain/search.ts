import type { Article } from '#core/domain/article.ts'
import type { Language } from '#core/i18n/languages.ts'

export const SEARCH_MIN_LENGTH = 3
export const SEARCH_MAX_LENGTH = 200
/** At most so many are found while a reader types, and so many stand on a page of results. */
export const SEARCH_LIMIT = 10
/** As many matches can be paged through; search_articles ranks no more. */
export const SEARCH_REACH = 200

/** What the search overlay shows of an article. */
export type FoundArticle = Pick<Article, 'id' | 'title' | 'excerpt' | 'category' | 'slug' | 'language'>

/** An article that has the words somewhere, with the passages around them. */
export interface SearchHit {
  id: string
  slug: string
  language: Language
  title: string
  category: string
  publish_date: string
  /** Plain text in which FOUND_START and FOUND_END stand around the words. */
  headline: string
  /** Of all matches, the same in every hit. */
  total: number
}

export const FOUND_START = '\uE000'
export const FOUND_END = '\uE001'

/** What is searched for when this was typed; null when it is too short to search. */
export function searchTextOf(typed: string): string | null {
  const text = typed.normalize().toWellFormed().replaceAll('\0', '').trim()
  const characters = [...text].slice(0, SEARCH_MAX_LENGTH)
  return characters.length < SEARCH_MIN_LENGTH ? null : characters.join('')
}

/** A headline in pieces, those that were found apart from what is around them. */
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
