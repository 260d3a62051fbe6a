import { serverContext } from '#app/context.ts'
import { pageMeta } from '#app/head/page-meta.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { readLegalText } from '#app/routes/site/read-legal-text.server.ts'
import { settingTags } from '#core/domain/page-tags.ts'
import { formatArticleDate } from '#core/i18n/dates.ts'
import { formatNewsletterTime } from '#core/i18n/newsletter-time.ts'
import type { LegalPage } from '#core/paths.ts'
import type { Route } from './+types/legal-text.ts'

const SAYS_WHO_IS_RESPONSIBLE: ReadonlySet<LegalPage> = new Set(['about', 'contact', 'disclaimer'])

/** About, Contact, Privacy, Terms and Disclaimer share this module; the path tells which text to show. */
export const loader = cachedLoader(
  ['lang'],
  ({ context, pattern, query }: CachedLoaderArgs<Route.LoaderArgs, 'lang'>) => {
    const { settings, siteUrl, tag } = context.get(serverContext)
    tag(...settingTags('contact_address'))
    const page = pattern.replace(/^\//, '') as LegalPage
    return {
      ...readLegalText(page, {
        language: query.lang,
        subject: settings.subject,
        site: settings.site_name,
        contactEmail: settings.contact_address,
        siteUrl,
        newsletterTime: formatNewsletterTime(settings, query.lang),
      }),
      responsible: SAYS_WHO_IS_RESPONSIBLE.has(page) ? settings.editorial_responsibility?.name : undefined,
    }
  },
)

export function meta(args: Route.MetaArgs) {
  const { loaderData } = args
  return pageMeta(args, (t) => ({
    title: loaderData?.title ?? t('site.name'),
    withoutSiteName: loaderData?.titleHasSiteName ?? true,
    description: loaderData?.description ?? '',
  }))
}

export default function LegalTextPage({
  loaderData: { title, updated, html, responsible },
}: Route.ComponentProps) {
  const { language, t } = useTranslation()
  return (
    <article className="page py-10 md:py-16">
      <header className="measure">
        <h1 className="font-display text-headline font-medium">{title}</h1>
        {/* The browser may have another version of the locale data than the server, and write the month differently. */}
        <p suppressHydrationWarning className="mt-4 border-line border-t pt-4 text-faint text-sm">
          {t('document.updated', { date: formatArticleDate(`${updated}T00:00:00Z`, language) })}
        </p>
      </header>
      <div
        className="prose measure mt-8"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: our own texts, rendered on the server
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {responsible && (
        <p className="measure mt-8 border-line border-t pt-4 text-soft">
          {t('document.responsible', { name: responsible })}
        </p>
      )}
    </article>
  )
}
