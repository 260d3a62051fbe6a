import type { MiddlewareFunction } from 'react-router'
import { type ServerContext, serverContext } from '#app/context.ts'
import { foundElsewhere } from '#app/routes/redirects.ts'
import { findOriginalSlug } from '#core/data/articles.ts'
import {
  DEFAULT_LANGUAGE,
  isLanguage,
  LANGUAGE_CODES,
  type Language,
  localizedPath,
} from '#core/i18n/languages.ts'
import { articleMarkdownPath, articlePath } from '#core/paths.ts'

const FEED = /^\/feeds\/([a-z]+)(?=[./])/
const ARTICLE = /^\/article\/([a-z0-9-]+?)(\.md)?\/?$/i

/**
 * Sends readers from an address in a language that is switched off to the one in English. The language may come back, so nothing
 * stores the answer. Pages that are cached do not get here, because a change of the languages evicts them all.
 */
export const leaveLanguage: MiddlewareFunction<Response> = async ({ request, url, context }, next) => {
  const { settings, supabase } = context.get(serverContext)
  const language = FEED.exec(url.pathname)?.[1] ?? url.searchParams.get('lang')
  const isOff = isLanguage(language) && !settings.languages.includes(language)
  // A form that was opened before is still handled.
  if (!isOff || request.method === 'POST' || /^\/admin(\/|$)/.test(url.pathname)) return next()

  const [, slug, markdown] = ARTICLE.exec(url.pathname) ?? []
  const original = slug === undefined ? null : await findOriginalSlug(supabase, slug.toLowerCase(), language)
  throw foundElsewhere(original === null ? englishPath(url) : pathOf(original, markdown !== undefined))
}

/** Redirects the slug of an article in a language that is switched off; null if there is none. */
export async function findLeftArticle(
  { settings, supabase }: ServerContext,
  slug: string,
  { markdown = false } = {},
): Promise<Response | null> {
  if (settings.languages.length === LANGUAGE_CODES.length) return null
  const original = await findOriginalSlug(supabase, slug)
  return original === null ? null : foundElsewhere(pathOf(original, markdown))
}

/**
 * Leads from a language code alone to the home page in that language, or in English where it is switched off. Not for good, because
 * a section or a page may get this address. Null for any other address.
 */
export function findLanguageHome({ settings: { languages } }: ServerContext, address: string): null {
  const code = address.toLowerCase()
  if (!isLanguage(code)) return null
  throw foundElsewhere(localizedPath('/', languages.includes(code) ? code : DEFAULT_LANGUAGE))
}

const pathOf = (slug: string, isMarkdown: boolean) =>
  (isMarkdown ? articleMarkdownPath : articlePath)({ slug, language: DEFAULT_LANGUAGE as Language })

function englishPath({ pathname, searchParams }: URL): string {
  const query = new URLSearchParams(searchParams)
  query.delete('lang')
  // The same page number of a list has other articles, or does not exist.
  query.delete('page')
  const path = pathname.replace(FEED, `/feeds/${DEFAULT_LANGUAGE}`)
  return localizedPath(query.size > 0 ? `${path}?${query}` : path, DEFAULT_LANGUAGE)
}
