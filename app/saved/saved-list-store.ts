import { EMPTY_LIST, LIST_VERSION, type SavedArticle, type SavedList } from '#core/domain/saved-list.ts'
import { ARTICLE_PREFIX } from '#core/paths.ts'

/*
 * The list is one text in local storage: 700 articles are 400 kB of the 5 MB that a site has there, it is written whole or not at all,
 * and other tabs are told. IndexedDB would have room for more, which nobody reads, and changes of its form that an older tab blocks.
 */

const KEY = 'saved-articles'
/** The event of this tab; a browser tells only the others. */
const CHANGED = 'savedlistchange'

/** The obstacle: a browser that forbids storage, one that has no room left, or a list that a later version has written. */
export type StoreProblem = 'denied' | 'full' | 'newer'

export class StoreError extends Error {
  override name = 'StoreError'
  readonly problem: StoreProblem
  constructor(problem: StoreProblem, options?: ErrorOptions) {
    super(`The list cannot be stored: ${problem}`, options)
    this.problem = problem
  }
}

/** The list with its text, so that readers of an unchanged list get the same object. */
let latest: { text: string | null; list: SavedList } = { text: null, list: EMPTY_LIST }

/** The list; an empty one where there is none, or none that can be read. */
export function readSavedList(): SavedList {
  let text: string | null = null
  try {
    text = localStorage.getItem(KEY)
  } catch {
    return EMPTY_LIST
  }
  if (text !== latest.text) latest = { text, list: (text && parse(text)) || EMPTY_LIST }
  return latest.list
}

/**
 * Replaces the list by the result of `change`; null changes nothing. Returns the list as it is then.
 * @throws StoreError
 */
export function changeSavedList(change: (list: SavedList) => SavedList | null): SavedList {
  const before = readSavedList()
  if (latest.text && isNewer(latest.text)) throw new StoreError('newer')
  const list = change(before)
  if (!list || list === before) return before
  try {
    localStorage.setItem(KEY, JSON.stringify(list))
  } catch (cause) {
    const isFull = cause instanceof DOMException && cause.name === 'QuotaExceededError'
    throw new StoreError(isFull ? 'full' : 'denied', { cause })
  }
  dispatchEvent(new Event(CHANGED))
  return list
}

/** Calls back when the list has changed, in this tab or in another one. Returns how to stop that. */
export function onSavedListChange(changed: () => void): () => void {
  addEventListener(CHANGED, changed)
  addEventListener('storage', changed)
  return () => {
    removeEventListener(CHANGED, changed)
    removeEventListener('storage', changed)
  }
}

function parse(text: string): SavedList | null {
  try {
    const found: Partial<SavedList> | null = JSON.parse(text)
    if (found?.version !== LIST_VERSION || !Array.isArray(found.articles)) return null
    return { ...EMPTY_LIST, ...found, articles: found.articles.filter(isArticle) }
  } catch {
    return null
  }
}

/** A damaged one would make the page of the list one that cannot be opened any more. */
function isArticle(found: Partial<SavedArticle> | null): found is SavedArticle {
  const { path, id, title, excerpt, saved, read, withdrawn, corrections = [] } = found ?? {}
  if (!Array.isArray(corrections)) return false
  const texts = [path, id, title, excerpt, ...corrections.map((correction) => correction?.text)]
  if (!texts.every((text) => typeof text === 'string')) return false
  const moments = [saved, read, withdrawn, ...corrections.map((correction) => correction?.corrected_at ?? '')]
  return (
    path?.startsWith(ARTICLE_PREFIX) === true &&
    moments.every((moment) => moment === undefined || !Number.isNaN(Date.parse(moment)))
  )
}

function isNewer(text: string): boolean {
  try {
    const { version } = JSON.parse(text) as { version?: unknown }
    return typeof version === 'number' && version > LIST_VERSION
  } catch {
    return false
  }
}
