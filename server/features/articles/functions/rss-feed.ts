import { DEFAULT_LANGUAGE, isLanguage } from '#core/i18n/languages.ts'
import { rssPath } from '#core/paths.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { type Call, refuse } from '#server/supabase/functions/call.ts'

/** The headers that decide on the encoding and on 304; credentials and all others are not passed on. */
const PASSED_ON = ['accept-encoding', 'if-none-match']

/** `?lang=de`: the feed of a language, byte for byte as at its own address. */
export async function rssFeed(
  { fetchPage, siteUrl }: Pick<FunctionDeps, 'fetchPage' | 'siteUrl'>,
  { request }: Call,
): Promise<Response> {
  const language = new URL(request.url).searchParams.get('lang') ?? DEFAULT_LANGUAGE
  if (!isLanguage(language)) return refuse(404, 'There is no feed in this language.')
  const headers = new Headers()
  for (const name of PASSED_ON) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  return fetchPage(new Request(siteUrl + rssPath(language), { method: request.method, headers }))
}
