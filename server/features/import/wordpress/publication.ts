import { type notesAt, publicationOf } from '#server/features/import/article-notes.ts'
import type { ImportedArticle } from '#server/features/import/imported.ts'
import { metasOf } from '#server/features/import/wordpress/site-index.ts'
import { readDate } from '#server/platform/documents/dates/read-date.ts'
import { fieldOf, type XmlNode } from '#server/platform/documents/xml/xml-node.ts'

const MAX_OLD_SLUGS = 50

/** Tells whether and when an article is published; null for one that was thrown away. */
export function statusOf(
  node: XmlNode,
  isPage: boolean,
  warn: ReturnType<typeof notesAt>['warn'],
): Pick<ImportedArticle, 'status' | 'publishDate'> | null {
  const status = fieldOf(node, 'wp:status').trim()
  if (status === 'trash' || status === 'auto-draft') return null
  const dates = ['wp:post_date_gmt', 'wp:post_date', 'pubDate'].map((name) => fieldOf(node, name).trim())
  const read = dates.map(readDate)
  // Drafts have an empty date, with zeros or in the year before the first.
  const [wrong = ''] = dates.filter((date, index) => !read[index] && !/^$|^0000|-0001/.test(date))
  const readable = dates.find((_, index) => read[index])
  if (wrong && readable) warn('date', wrong, 'replaced')
  const hasPassword = fieldOf(node, 'wp:post_password').trim() !== ''
  if (hasPassword) warn('password', 'protected by a password', 'draft')
  else if (status === 'private') warn('members-only', 'private', 'draft')
  const isDraft = hasPassword || isPage || (status !== 'publish' && status !== 'future')
  return publicationOf(isDraft, readable ?? wrong, warn)
}

/** Lists the addresses where an article was: its permalink, its address by number, and its earlier slugs. */
export function addressesOf(node: XmlNode, id: string): string[] {
  const link = fieldOf(node, 'link').trim()
  const url = URL.parse(link)
  const own = url && (url.pathname !== '/' || url.search) ? [url.pathname + url.search] : []
  const slug = fieldOf(node, 'wp:post_name').trim()
  const earlier = own.flatMap((address) =>
    slug
      ? metasOf(node, '_wp_old_slug')
          .slice(0, MAX_OLD_SLUGS)
          .map((old) => address.replace(new RegExp(`${RegExp.escape(slug)}(?=[^/]*/?$)`, 'i'), () => old))
      : [],
  )
  return [...new Set([...own, `/?p=${id}`, ...earlier])]
}
