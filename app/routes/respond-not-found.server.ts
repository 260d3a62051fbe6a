import { data, type RouterContextProvider } from 'react-router'
import { serverContext } from '#app/context.ts'
import { listPublishedArticles } from '#core/data/articles.ts'
import type { Language } from '#core/i18n/languages.ts'

/** One row on a wide screen. */
const NEWEST_COUNT = 4

/** The data of a page that does not exist: status 404, with the newest articles. */
export async function respondNotFound(context: Readonly<RouterContextProvider>, language: Language) {
  const { supabase, withHero } = context.get(serverContext)
  const articles = await listPublishedArticles(supabase, { language, limit: NEWEST_COUNT })
  return data({ suggestions: await Promise.all(articles.map(withHero)) }, { status: 404 })
}
