import type { NewsFeed } from '#core/domain/news-feed.ts'
import { XML_DECLARATION, xml } from '#core/feeds/escape.ts'
import { tidyLine } from '#core/newsroom/tidy-text.ts'
import { truncate } from '#core/truncate.ts'
import { UnreadableSource } from '#server/platform/documents/source-file.ts'
import { BrokenXml, readXml } from '#server/platform/documents/xml/read-xml.ts'
import type { XmlNode } from '#server/platform/documents/xml/xml-node.ts'

export interface Outline {
  /** The address as it is written. */
  url: string
  title: string
}

/** Outlines that are read; further ones are left out. */
const MAX_OUTLINES = 5_000
export const MAX_OPML_BYTES = 2 * 1024 * 1024

/** The feeds of a list in OPML, or why it cannot be read. */
export async function readFeedList(text: Uint8Array): Promise<{ outlines: Outline[] } | { problem: string }> {
  try {
    return { outlines: await readOpml(text) }
  } catch (error) {
    if (error instanceof UnreadableSource) return { problem: error.message }
    if (error instanceof BrokenXml) return { problem: 'This is no whole file in OPML. Export it again.' }
    throw error
  }
}

/**
 * The feeds of a list in OPML, however deep its folders are.
 * @throws UnreadableSource, BrokenXml
 */
export async function readOpml(text: Uint8Array): Promise<Outline[]> {
  const outlines: Outline[] = []
  const isRecord = (path: readonly string[]) => path.length === 2 && path[0] === 'opml' && path[1] === 'body'
  const parts = (async function* () {
    yield text
  })()
  for await (const { node } of readXml(parts, { isRecord, maxLength: MAX_OPML_BYTES }, () => {}))
    collect(node, outlines)
  return outlines
}

function collect(node: XmlNode, outlines: Outline[]): void {
  if (outlines.length >= MAX_OUTLINES) return
  // Some programs write the name in small letters.
  const url = node.attributes.get('xmlUrl') ?? node.attributes.get('xmlurl') ?? ''
  const title = node.attributes.get('title') || node.attributes.get('text') || ''
  if (url.trim() !== '') outlines.push({ url, title: truncate(tidyLine(title), 100) })
  for (const inner of node.content) if (typeof inner !== 'string') collect(inner, outlines)
}

export type ListedFeed = Pick<NewsFeed, 'url' | 'title' | 'outlet' | 'site_url' | 'language'>

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
