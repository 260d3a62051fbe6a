import { serverContext } from '#app/context.ts'
import { type PageMetaArgs, type PageProps, servePage } from '#app/document/serve-page.tsx'
import { pageMeta } from '#app/head/page-meta.ts'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { savedWords } from '#app/saved/saved-words.server.ts'
import { settingTags } from '#core/domain/page-tags.ts'
import { createTranslator } from '#core/i18n/translator.ts'
import type { Route } from './+types/saved.ts'

/** The same page for everyone: the list is in the browser alone. */
const load = cachedLoader(['lang'], ({ context, query }: CachedLoaderArgs<Route.LoaderArgs, 'lang'>) => {
  const { settings, tag } = context.get(serverContext)
  tag(...settingTags('offline_reading'))
  return savedWords(settings, query.lang)
})

const meta = (args: PageMetaArgs<typeof load>) =>
  pageMeta(args, (t) => ({ title: t('saved.title'), hidden: true }))

function SavedPage({ loaderData: { words } }: PageProps<typeof load>) {
  const { language, t } = useTranslation()
  const site = useSiteData()
  const saved = createTranslator(language, { [language]: words }, site)
  return (
    <div className="page py-10 md:py-16">
      <div className="measure">
        <h1 className="font-display text-headline font-medium">{t('saved.title')}</h1>
        <p className="mt-4 font-serif text-deck text-soft">{saved('saved.intro')}</p>
        <noscript>
          <p className="mt-6 border-l-3 border-accent pl-5 font-serif text-lg">{saved('saved.noScript')}</p>
        </noscript>
        <div data-island="saved" />
      </div>
    </div>
  )
}

export const loader = servePage({ load, meta, Page: SavedPage })
