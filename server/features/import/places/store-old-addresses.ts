import { isSlug } from '#core/domain/article-slug.ts'
import { oldAddress } from '#core/domain/old-address.ts'
import { RESERVED_ADDRESSES } from '#core/domain/reserved-addresses.ts'
import { DEFAULT_LANGUAGE, isLanguage } from '#core/i18n/languages.ts'
import { ARTICLE_PREFIX } from '#core/paths.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Of one article; an export of WordPress has one for each time that it was renamed. */
const MAX_ADDRESSES = 100
/** The paths that are answered before any page, so that nothing below them gets to an old address. */
const NEVER_PAGES =
  /^\/(?:\.well-known|admin|assets|auth|functions|graphql|healthz|images|mcp|pg|readyz|realtime|rest|share|storage)(?:\/|$)/

interface StoredAddresses {
  /** The number of the addresses that lead to the article now, whenever they were stored. */
  stored: number
  refused: { address: string; why: WhyRefused }[]
}

/** It is no path, something of this site is there, another article had it, or the article has a hundred already. */
type WhyRefused = 'no-path' | 'live' | 'taken' | 'too-many'

/**
 * Lets paths of another site, with their queries, lead to an article, from whenever it is published. An address belongs to the article for
 * which it was stored first. Those that look like the addresses of articles here become former slugs, as if the article had been renamed.
 */
export async function storeOldAddresses(
  sql: Session,
  articleId: string,
  paths: readonly string[],
): Promise<StoredAddresses> {
  const refused: StoredAddresses['refused'] = []
  const addresses = new Set<string>()
  const slugs = new Map<string, { slug: string; language: string; address: string }>()
  for (const path of paths) {
    const address = path.startsWith('//') ? null : oldAddress(path)
    const slug = address && readSlug(address)
    const why = whyNot(address, addresses.size + slugs.size)
    if (address === null || why) refused.push({ address: path, why: why ?? 'no-path' })
    else if (slug) slugs.set(address, { ...slug, address })
    else addresses.add(address)
  }
  const found = [
    ...(addresses.size > 0 ? await storeAddresses(sql, articleId, [...addresses]) : []),
    ...(slugs.size > 0 ? await storeSlugs(sql, articleId, [...slugs.values()]) : []),
  ]
  for (const { address, why } of found) if (why) refused.push({ address, why })
  return { stored: found.filter(({ why }) => why === null).length, refused }
}

function whyNot(address: string | null, before: number): WhyRefused | null {
  if (address === null) return 'no-path'
  const [, name = '', ...rest] = address.split('/')
  const isOurs = rest.length === 0 && (RESERVED_ADDRESSES.has(name) || isLanguage(name))
  if (isOurs || NEVER_PAGES.test(address)) return 'live'
  return before >= MAX_ADDRESSES ? 'too-many' : null
}

/** The slug in an address that an article can have here. */
function readSlug(address: string): { slug: string; language: string } | null {
  if (!address.startsWith(ARTICLE_PREFIX)) return null
  const [slug = '', query] = address.slice(ARTICLE_PREFIX.length).split('?')
  const language = query === undefined ? DEFAULT_LANGUAGE : /^lang=(\w+)$/.exec(query)?.[1]
  return isSlug(slug) && isLanguage(language) ? { slug, language } : null
}

type Found = { address: string; why: WhyRefused | null }[]

function storeAddresses(sql: Session, articleId: string, addresses: string[]): Promise<Found> {
  return sql<Found>`
    with asked as (
      select list.address, known.address is not null as is_known,
        exists (select from public.categories where '/' || slug = list.address)
          or exists (select from public.pages where '/' || slug = list.address)
          or exists (select from private.page_redirects where '/' || slug = list.address) as is_live,
        place
      from unnest(${addresses}::text[]) with ordinality as list (address, place)
      left join private.old_addresses as known on known.address = list.address
    ), counted as (
      select *, row_number() over (partition by is_live or is_known order by place)
        + (select count(*) from private.old_addresses where article_id = ${articleId}::uuid) as number
      from asked
    ), stored as (
      insert into private.old_addresses (address, article_id)
      select address, ${articleId}::uuid from counted where not is_live and (is_known or number <= ${MAX_ADDRESSES})
      on conflict (address) do update set article_id = old_addresses.article_id
      returning address, article_id
    )
    select address, case when is_live then 'live' when article_id is null then 'too-many'
      when article_id <> ${articleId}::uuid then 'taken' end as why
    from asked left join stored using (address)
    order by place`
}

function storeSlugs(
  sql: Session,
  articleId: string,
  slugs: { slug: string; language: string; address: string }[],
): Promise<Found> {
  return sql<Found>`
    with asked as (
      select list.*, holder.id as held_by
      from jsonb_to_recordset(${JSON.stringify(slugs)}::jsonb) as list (slug text, language text, address text)
      left join public.articles as holder
        on holder.slug = list.slug and holder.language = list.language and holder.published
    ), stored as (
      insert into public.slug_redirects (slug, language, article_id)
      select slug, language, ${articleId}::uuid from asked where held_by is null
      on conflict (slug, language) do update set article_id = slug_redirects.article_id
      returning slug, language, article_id
    )
    select address, case when held_by <> ${articleId}::uuid then 'live' when article_id <> ${articleId}::uuid then 'taken' end as why
    from asked left join stored using (slug, language)`
}
