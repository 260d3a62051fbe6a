import { useMemo } from 'react'
import { SavedScreen } from '#app/components/saved/saved-screen.tsx'
import { serverContext } from '#app/context.ts'
import { pageMeta } from '#app/head/page-meta.ts'
import { useHydrated } from '#app/hooks/use-hydrated.ts'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { savedWords } from '#app/saved/saved-words.server.ts'
import { settingTags } from '#core/domain/page-tags.ts'
import { createTranslator } from '#core/i18n/translator.ts'
import type { Route } from './+types/saved.ts'

/** The same page for everyone: the list is in the browser alone. */
export const loader = cachedLoader(
  ['lang'],
  ({ context, query }: CachedLoaderArgs<Route.LoaderArgs, 'lang'>) => {
    const { settings, tag } = context.get(serverContext)
    tag(...settingTags('offline_reading'))
    return savedWords(settings, query.lang)
  },
)

export const meta = (args: Route.MetaArgs) =>
  pageMeta(args, (t) => ({ title: t('saved.title'), hidden: true }))

export default function SavedPage({ loaderData: { words, keeps } }: Route.ComponentProps) {
  const { language, t: pageT } = useTranslation()
  const site = useSiteData()
  const isHydrated = useHydrated()
  const t = useMemo(() => createTranslator(language, { [language]: words }, site), [language, words, site])
  return (
    <div className="page py-10 md:py-16">
      <div className="measure">
        <h1 className="font-display text-headline font-medium">{pageT('saved.title')}</h1>
        <p className="mt-4 font-serif text-deck text-soft">{t('saved.intro')}</p>
        <noscript>
          <p className="mt-6 border-l-3 border-accent pl-5 font-serif text-lg">{t('saved.noScript')}</p>
        </noscript>
        {isHydrated && <SavedScreen t={t} keeps={keeps} />}
      </div>
    </div>
  )
}
