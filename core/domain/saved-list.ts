import type { ArticleCorrection } from '#core/domain/article-correction.ts'
import type { Language } from '#core/i18n/languages.ts'

/*
 * The articles that a reader has saved for later and read. They are in their browser alone (app/saved/saved-list-store.ts), so the list is
 * bounded here.
 */

/** The version of the stored form. A page that meets a later one leaves it alone. */
export const LIST_VERSION = 1
export const MAX_SAVED = 500
/** The most articles that were read but not saved; the oldest are removed first. */
export const MAX_READ = 200
/** The most corrections of each article, the latest ones. */
const MAX_CORRECTIONS = 3
const MAX_EXCERPT = 300

/** An article in the language in which it was opened. Times are ISO 8601. */
export interface SavedArticle {
  /** The address of its page. */
  path: string
  id: string
  /** The language of the text, which may be another one than that of the page. */
  language: Language
  title: string
  excerpt: string
  category: string
  saved?: string
  read?: string
  /** The time of the last change of the article, as far as this browser knows; empty when it was imported. */
  updated: string
  /** The time since which the article is known to be unpublished. */
  withdrawn?: string
  /** The corrections since it was saved. */
  corrections?: Pick<ArticleCorrection, 'corrected_at' | 'text'>[]
}

export interface SavedList {
  version: typeof LIST_VERSION
  /** False if the reader has switched off the offline storage of articles for good. */
  offline: boolean
  /** The time at which the server was last asked about these articles. */
  asked: string
  articles: SavedArticle[]
}

export const EMPTY_LIST: SavedList = { version: LIST_VERSION, offline: true, asked: '', articles: [] }

/** The facts about an article that its page has. */
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

/** Returns null when the list is full. */
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

/** Takes an article out of those that are saved for later; that it was read stays. */
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

/** Adds imported articles; for a known article the earlier moments stay. Null when there would be too many. */
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

/** The server's facts about a published article. */
export type ArticleState = Pick<SavedArticle, 'id' | 'language' | 'title' | 'excerpt' | 'category'> & {
  slug: string
  updated_at: string
}

/** The list after the server was asked about `askedIds`: articles missing in its answer have been withdrawn. */
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
