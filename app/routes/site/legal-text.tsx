import { type PageMetaArgs, type PageProps, servePage } from '#app/document/serve-page.tsx'
import { pageMeta } from '#app/head/page-meta.ts'
import { loadShippedPage } from '#app/pages/load-page.server.ts'
import { PageText } from '#app/pages/page-text.tsx'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import type { LegalPage } from '#core/paths.ts'
import type { Route } from './+types/legal-text.ts'

/** About, Contact, Privacy, Terms and Disclaimer share this module; the path tells which text to show. */
const load = cachedLoader(
  ['lang'],
  ({ context, pattern, query }: CachedLoaderArgs<Route.LoaderArgs, 'lang'>) =>
    loadShippedPage(context, pattern.replace(/^\//, '') as LegalPage, query.lang),
)

function meta(args: PageMetaArgs<typeof load>) {
  return pageMeta(args, (t) => args.loaderData?.meta ?? { title: t('site.name'), withoutSiteName: true })
}

function LegalTextPage({ loaderData }: PageProps<typeof load>) {
  return <PageText {...loaderData.text} />
}

export const loader = servePage({ load, meta, Page: LegalTextPage })
