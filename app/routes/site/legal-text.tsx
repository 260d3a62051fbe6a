import { pageMeta } from '#app/head/page-meta.ts'
import { loadShippedPage } from '#app/pages/load-page.server.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import type { LegalPage } from '#core/paths.ts'
import type { Route } from './+types/legal-text.ts'

/** About, Contact, Privacy, Terms and Disclaimer share this module; the path tells which text to show. */
export const loader = cachedLoader(
  ['lang'],
  ({ context, pattern, query }: CachedLoaderArgs<Route.LoaderArgs, 'lang'>) =>
    loadShippedPage(context, pattern.replace(/^\//, '') as LegalPage, query.lang),
)

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, (t) => args.loaderData?.meta ?? { title: t('site.name'), withoutSiteName: true })
}

export default function LegalTextPage({ loaderData }: Route.ComponentProps) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised on the server
  return <div dangerouslySetInnerHTML={{ __html: loaderData.html }} />
}
