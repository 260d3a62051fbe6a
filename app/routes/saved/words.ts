import { serverContext } from '#app/context.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { machineResponse } from '#app/routes/feeds/machine-response.ts'
import { savedWords } from '#app/saved/saved-words.server.ts'
import { settingTags } from '#core/domain/page-tags.ts'
import type { Route } from './+types/words.ts'

/** The words of saving, apart from those that every page loads. */
export const loader = cachedLoader(
  ['lang'],
  ({ context, query }: CachedLoaderArgs<Route.LoaderArgs, 'lang'>) => {
    const { settings, tag } = context.get(serverContext)
    tag(...settingTags('offline_reading', 'site_name', 'subject', 'words'))
    return machineResponse(JSON.stringify(savedWords(settings, query.lang)), {
      type: 'application/json; charset=utf-8',
    })
  },
)
