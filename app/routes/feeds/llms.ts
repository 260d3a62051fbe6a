import { serverContext } from '#app/context.ts'
import { translatorOf } from '#app/messages.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { machineResponse } from '#app/routes/feeds/machine-response.ts'
import { listPublishedArticles } from '#core/data/articles.ts'
import { listAuthors } from '#core/data/authors.ts'
import { listTags } from '#core/domain/page-tags.ts'
import { buildLlmsText } from '#core/feeds/llms.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'
import type { Route } from './+types/llms.ts'

const NEWEST_COUNT = 20
const AUTHORS_COUNT = 50

export const loader = cachedLoader([], async ({ context }: CachedLoaderArgs<Route.LoaderArgs>) => {
  const { supabase, siteUrl, settings, tag } = context.get(serverContext)
  tag(...listTags(DEFAULT_LANGUAGE))
  const language = DEFAULT_LANGUAGE
  const [articles, authors] = await Promise.all([
    listPublishedArticles(supabase, { language, limit: NEWEST_COUNT }),
    listAuthors(supabase, { language, limit: AUTHORS_COUNT }),
  ])
  return machineResponse(
    buildLlmsText({
      siteUrl,
      t: translatorOf(DEFAULT_LANGUAGE, settings),
      categories: settings.categories,
      languages: settings.languages,
      articles,
      authors,
    }),
    {
      type: 'text/plain; charset=utf-8',
    },
  )
})
