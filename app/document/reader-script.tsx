import { url } from 'virtual:reader-script'
import { usePage } from '#app/document/page-context.ts'
import { useLanguage } from '#app/hooks/use-translation.ts'
import { messagesUrl } from '#app/messages.ts'
import stylesheet from '#app/styles/app.css?url'
import type { SiteData } from '#core/domain/site-data.ts'

/** What parts that run in the browser know of the publication. */
export type ReaderSite = Omit<SiteData, 'siteUrl' | 'publishableKey'>

/** The script of readers (`app/reader`), with the addresses of the messages and styles that what it loads on use will need. */
export function ReaderScript() {
  const { site } = usePage()
  const language = useLanguage()
  if (!site) return null
  const { site_name, tagline, newsletter_time, newsletter_zone, languages, categories, messages } = site
  const known: ReaderSite = {
    site_name,
    tagline,
    newsletter_time,
    newsletter_zone,
    ...(languages && { languages }),
    ...(categories && { categories }),
    ...(messages && { messages }),
  }
  return (
    <script
      id="reader"
      type="module"
      async
      src={url}
      data-messages={messagesUrl(language, site)}
      data-styles={stylesheet}
      data-site={JSON.stringify(known)}
    />
  )
}
