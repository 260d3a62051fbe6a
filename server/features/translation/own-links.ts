import { isSlug } from '#core/domain/article-slug.ts'
import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { articlePath } from '#core/paths.ts'
import type { CutTexts } from '#core/translation/cut-texts.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Maps links of an English text to our own articles to where they lead in a translation: to their published translations. */
export async function mapOwnLinks(
  sql: Session,
  { addresses }: CutTexts,
  { siteUrl, language }: { siteUrl: string; language: TranslatedLanguage },
): Promise<Map<string, string>> {
  const links = new Map<string, URL>()
  for (const address of addresses) {
    const url = ownArticle(address, siteUrl)
    if (url) links.set(address, url)
  }
  if (links.size === 0) return new Map()
  const slugs = [...new Set([...links.values()].map(slugOf))]
  const found = await sql<{ asked: string; slug: string }[]>`
    select asked, translation.slug from unnest(${slugs}::text[]) as asked
    join public.articles as original on original.language = 'en' and original.id = coalesce(
      (select id from public.articles where slug = asked and language = 'en'),
      (select article_id from public.slug_redirects where slug = asked and language = 'en'))
    join public.articles as translation on translation.original_article_id = original.id
      and translation.language = ${language} and translation.published`
  const translated = new Map(found.map(({ asked, slug }) => [asked, slug]))
  return new Map(
    [...links].flatMap(([address, url]) => {
      const slug = translated.get(slugOf(url))
      if (slug === undefined) return []
      const path = articlePath({ slug, language }) + url.hash
      return [[address, address.startsWith('/') ? path : siteUrl + path]]
    }),
  )
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
