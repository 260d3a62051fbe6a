import { url } from 'virtual:reader-script'
import { usePage } from '#app/document/page-context.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { messagesUrl } from '#app/messages.ts'
import stylesheet from '#app/styles/app.css?url'
import type { SiteData } from '#core/domain/site-data.ts'

/** The publication's data for parts that run in the browser. */
export type ReaderSite = Omit<SiteData, 'siteUrl' | 'publishableKey'>

/**
 * The script of readers (`app/reader`), with the addresses of the messages and styles that its later parts need, and its message if they
 * cannot be loaded.
 */
export function ReaderScript() {
  const { site } = usePage()
  const { language, t } = useTranslation()
  if (!site) return null
  const { site_name, tagline, newsletter_time, newsletter_zone, languages, categories, messages } = site
  // Values as shipped are undefined, which JSON leaves out.
  const known = { site_name, tagline, newsletter_time, newsletter_zone, languages, categories, messages }
  return (
    <script
      id="reader"
      type="module"
      async
      src={url}
      data-messages={messagesUrl(language, site)}
      data-styles={stylesheet}
      data-lost={t('connection.lost.title')}
      data-site={JSON.stringify(known)}
    />
  )
}
