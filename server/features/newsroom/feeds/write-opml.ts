import { XML_DECLARATION, xml } from '#core/feeds/escape.ts'

export interface ListedFeed {
  url: string
  title: string
  outlet: string
  site_url: string | null
  language: string | null
}

/** A list of feeds in OPML 2.0, as other programs read it. */
export function writeOpml(feeds: readonly ListedFeed[], publication: string): string {
  const outlines = feeds.map(({ url, title, outlet, site_url, language }) => {
    const site = site_url ? xml` htmlUrl="${site_url}"` : null
    const spoken = language ? xml` language="${language}"` : null
    return xml`<outline type="rss" text="${outlet}" title="${title || outlet}" xmlUrl="${url}"${site}${spoken}/>`
  })
  return xml`${XML_DECLARATION}
<opml version="2.0">
<head><title>${publication}</title></head>
<body>
${outlines}
</body>
</opml>
`.xml
}
