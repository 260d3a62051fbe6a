import type { ArticleCorrection } from '#core/domain/article-correction.ts'
import type { Language } from '#core/i18n/languages.ts'

/*
 * What a reader has saved for later and read. It is in their browser alone (app/saved/saved-list-store.ts), so it is bounded here.
 */

/** The form in which it is stored. A page that meets a later one leaves it alone. */
export const LIST_VERSION = 1
export const MAX_SAVED = 500
/** What was read but not saved; the oldest makes room. */
export const MAX_READ = 200
/** Of each article, the latest. */
const MAX_CORRECTIONS = 3
const MAX_EXCERPT = 300

/** An article in the language in which it was opened. Times are ISO 8601. */
export interface SavedArticle {
  /** The address of its page. */
  path: string
  id: string
  /** Of the text, which may be another one than that of the page. */
  language: Language
  title: string
  excerpt: string
  category: string
  saved?: string
  read?: string
  /** When the article had been changed last, as far as this browser knows; empty when it was imported. */
  updated: string
  /** Since when it is known that the article is not published any more. */
  withdrawn?: string
  /** What was corrected since it was saved. */
  corrections?: Pick<ArticleCorrection, 'corrected_at' | 'text'>[]
}

export interface SavedList {
  version: typeof LIST_VERSION
  /** Whether this browser may keep articles for reading without a network: the reader can switch that off for good. */
  offline: boolean
  /** When the server was asked about these articles last. */
  asked: string
  articles: SavedArticle[]
}

export const EMPTY_LIST: SavedList = { version: LIST_VERSION, offline: true, asked: '', articles: [] }

/** What a page knows of the article that it shows. */
export type ShownArticle = Pick<
  SavedArticle,
  'path' | 'id' | 'language' | 'title' | 'excerpt' | 'category' | 'updated'
>

export const savedArticles = ({ articles }: SavedList): SavedArticle[] => latest(articles, 'saved')
export const readArticles = ({ articles }: SavedList): SavedArticle[] => latest(articles, 'read')

const latest = (articles: readonly SavedArticle[], what: 'saved' | 'read') =>
  articles.filter((article) => article[what]).toSorted((a, b) => ((a[what] ?? '') < (b[what] ?? '') ? 1 : -1))

export const findSaved = ({ articles }: SavedList, path: string): SavedArticle | undefined =>
  articles.find((article) => article.path === path && article.saved)

/** Null when there are as many as a list may have. */
export function saveArticle(list: SavedList, shown: ShownArticle, now: string): SavedList | null {
  return findSaved(list, shown.path) || savedArticles(list).length < MAX_SAVED
    ? noted(list, shown, { saved: now })
    : null
}

export const noteRead = (list: SavedList, shown: ShownArticle, now: string): SavedList =>
  noted(list, shown, { read: now })

function noted(
  list: SavedList,
  { excerpt, ...shown }: ShownArticle,
  what: Pick<SavedArticle, 'saved' | 'read'>,
): SavedList {
  const others = list.articles.filter(({ path }) => path !== shown.path)
  const known = list.articles.find(({ path }) => path === shown.path)
  const { withdrawn: _, ...before } = known ?? {}
  return bounded({
    ...list,
    articles: [...others, { ...before, ...shown, excerpt: excerpt.slice(0, MAX_EXCERPT), ...what }],
  })
}

/** What it was saved for is over; that it was read stays. */
export function removeSaved(list: SavedList, path: string): SavedList {
  return without(list, 'saved', (article) => article.path === path)
}

export const forgetRead = (list: SavedList): SavedList => without(list, 'read', () => true)

function without(list: SavedList, what: 'saved' | 'read', of: (article: SavedArticle) => boolean): SavedList {
  const articles = list.articles.map((article) => {
    if (!of(article)) return article
    const rest = { ...article }
    delete rest[what]
    return rest
  })
  return { ...list, articles: articles.filter(({ saved, read }) => saved || read) }
}

/** Adds what was imported; of an article that is known, the earlier moments stay. Null when there would be too many. */
export function addImported(list: SavedList, imported: readonly SavedArticle[]): SavedList | null {
  const byPath = new Map(list.articles.map((article) => [article.path, article]))
  for (const article of imported) byPath.set(article.path, { ...article, ...byPath.get(article.path) })
  const added = { ...list, articles: [...byPath.values()] }
  return savedArticles(added).length > MAX_SAVED ? null : bounded(added)
}

function bounded(list: SavedList): SavedList {
  const onlyRead = readArticles(list).filter(({ saved }) => !saved)
  const dropped = new Set(onlyRead.slice(MAX_READ))
  return { ...list, articles: list.articles.filter((article) => !dropped.has(article)) }
}

/** What the server says of published articles. */
export type ArticleState = Pick<SavedArticle, 'id' | 'language' | 'title' | 'excerpt' | 'category'> & {
  slug: string
  updated_at: string
}

/** The list as it is after the server was asked about `askedIds`: what is missing there has been withdrawn. */
export function withAnswer(
  list: SavedList,
  answer: {
    askedIds: ReadonlySet<string>
    states: readonly ArticleState[]
    corrections: readonly Pick<ArticleCorrection, 'article_id' | 'corrected_at' | 'text'>[]
  },
  now: string,
): SavedList {
  const states = new Map(answer.states.map((state) => [state.id, state]))
  const articles = list.articles.map((article): SavedArticle => {
    const state = states.get(article.id)
    if (!answer.askedIds.has(article.id)) return article
    if (!state) return { ...article, withdrawn: article.withdrawn ?? now }
    const { withdrawn: _, corrections: __, ...known } = article
    const since = article.saved ?? article.read ?? now
    const corrections = answer.corrections
      .filter(
        ({ article_id, corrected_at }) =>
          article_id === article.id && Date.parse(corrected_at) > Date.parse(since),
      )
      .slice(0, MAX_CORRECTIONS)
      .map(({ corrected_at, text }) => ({ corrected_at, text }))
    const { language, title, excerpt, category, updated_at: updated } = state
    return {
      ...known,
      ...{ language, title, category, updated, excerpt: excerpt.slice(0, MAX_EXCERPT) },
      ...(corrections.length > 0 && { corrections }),
    }
  })
  return { ...list, asked: now, articles }
}
