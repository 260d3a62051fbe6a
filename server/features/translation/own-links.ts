import { isSlug } from '#core/domain/article-slug.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { articlePath } from '#core/paths.ts'
import type { ArticleCut } from '#core/translation/cut-article.ts'
import type { MapAddress } from '#core/translation/link-writing.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Maps links of an English text to our own articles to their published translations. */
export async function mapOwnLinks(
  sql: Session,
  cut: ArticleCut,
  { siteUrl, language }: { siteUrl: string; language: TranslatedLanguage },
): Promise<MapAddress> {
  const links = new Map<string, URL>()
  for (const address of addressesOf(cut)) {
    const url = ownArticle(address, siteUrl)
    if (url) links.set(address, url)
  }
  if (links.size === 0) return (address) => address
  const slugs = [...new Set([...links.values()].map(slugOf))]
  const found = await sql<{ asked: string; slug: string }[]>`
    select asked, translation.slug from unnest(${slugs}::text[]) as asked
    join public.articles as original on original.language = 'en' and original.id = coalesce(
      (select id from public.articles where slug = asked and language = 'en'),
      (select article_id from public.slug_redirects where slug = asked and language = 'en'))
    join public.articles as translation on translation.original_article_id = original.id
      and translation.language = ${language} and translation.published`
  const translated = new Map(found.map(({ asked, slug }) => [asked, slug]))
  return (address) => {
    const url = links.get(address)
    const slug = url && translated.get(slugOf(url))
    if (!url || slug === undefined) return address
    const path = articlePath({ slug, language }) + url.hash
    return address.startsWith('/') ? path : siteUrl + path
  }
}

function addressesOf({ content: { blocks, definitions, source } }: ArticleCut): string[] {
  const inline = blocks.flatMap(({ tagged }) =>
    tagged.tags.flatMap(({ kind, value }) => (kind === 'a' ? [value] : [])),
  )
  return [...inline, ...definitions.map(({ definition }) => source.references[definition.label]?.href ?? '')]
}

/** The URL of an English article of ours; null for any other address. */
function ownArticle(address: string, siteUrl: string): URL | null {
  if (!/^(?:\/(?!\/)|https?:)/i.test(address)) return null
  const url = URL.parse(address, siteUrl)
  if (!url || url.origin !== new URL(siteUrl).origin) return null
  const isPlain = url.search === '' || url.search === '?lang=en'
  return isPlain && /^\/article\/[^/]+$/.test(url.pathname) && isSlug(slugOf(url)) ? url : null
}

const slugOf = ({ pathname }: URL) => pathname.slice('/article/'.length)
