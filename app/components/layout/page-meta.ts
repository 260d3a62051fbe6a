import type { Location, MetaDescriptor } from 'react-router'
import { translatorOf } from '#app/messages.ts'
import { type Language, languageOfUrl, localizedPath } from '#core/i18n/languages.ts'
import type { Translate } from '#core/i18n/translator.ts'

interface PageMetaArgs {
  location: Pick<Location, 'pathname' | 'search'>
  /** The root's comes first. */
  matches: readonly [{ loaderData?: { siteUrl: string } | undefined }, ...unknown[]]
}

interface PageMeta {
  title: string
  /** The title stands without the name of the site. */
  unsigned?: boolean
  description?: string
  /** The page's one true path and language, where they are not those of the address. */
  canonicalPath?: string
  canonicalLanguage?: Language
  /** Keeps search engines from listing the page. */
  hidden?: boolean
}

/** What stands in the head of a reader page. */
export function pageMeta(args: PageMetaArgs, describePage: (t: Translate) => PageMeta): MetaDescriptor[] {
  const { location, matches } = args
  const language = languageOfUrl(new URL(location.search, 'http://path.invalid'))
  const t = translatorOf(language)
  const page = describePage(t)
  const { canonicalPath = location.pathname, canonicalLanguage = language } = page

  const site = t('site.name')
  const title = page.unsigned || page.title.includes(site) ? page.title : `${page.title} - ${site}`
  const meta: MetaDescriptor[] = [
    { title },
    {
      tagName: 'link',
      rel: 'canonical',
      href: `${matches[0].loaderData?.siteUrl ?? ''}${localizedPath(canonicalPath, canonicalLanguage)}`,
    },
  ]
  meta.push({ property: 'og:title', content: title }, { name: 'twitter:title', content: title })
  if (page.description) {
    meta.push(
      { name: 'description', content: page.description },
      { property: 'og:description', content: page.description },
      { name: 'twitter:description', content: page.description },
    )
  }
  if (page.hidden) meta.push({ name: 'robots', content: 'noindex' })
  return meta
}
