import { serverContext } from '#app/context.ts'
import { pageMeta } from '#app/head/page-meta.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { readDocument } from '#app/legal/legal-texts.server.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { UNCHANGING } from '#core/domain/page-tags.ts'
import { formatArticleDate } from '#core/i18n/dates.ts'
import type { LegalPage } from '#core/paths.ts'
import type { Route } from './+types/document.ts'

/** About, Contact, Privacy, Terms and Disclaimer: one screen, the path says which. */
export const loader = cachedLoader(
  ['lang'],
  ({ context, pattern, query }: CachedLoaderArgs<Route.LoaderArgs, 'lang'>) => {
    const { contactEmail, siteUrl, tag } = context.get(serverContext)
    tag(UNCHANGING)
    const page = pattern.replace(/^\//, '') as LegalPage
    return readDocument(page, query.lang, { contactEmail, siteUrl })
  },
)

export function meta(args: Route.MetaArgs) {
  const { loaderData } = args
  return pageMeta(args, (t) => ({
    title: loaderData?.title ?? t('site.name'),
    description: loaderData?.description ?? '',
  }))
}

export default function DocumentPage({ loaderData: { title, updated, html } }: Route.ComponentProps) {
  const { language, t } = useTranslation()
  return (
    <article className="page py-10 md:py-16">
      <header className="mx-auto max-w-[41rem]">
        <h1 className="font-display text-headline font-medium">{title}</h1>
        {/* The browser may have another version of the locale data than the server, and write the month differently. */}
        <p suppressHydrationWarning className="mt-4 border-line border-t pt-4 text-faint text-sm">
          {t('document.updated', { date: formatArticleDate(`${updated}T00:00:00Z`, language) })}
        </p>
      </header>
      <div
        className="prose mx-auto mt-8 max-w-[41rem]"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own documents, rendered on the server
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </article>
  )
}
