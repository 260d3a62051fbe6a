import type { Language } from '#core/i18n/languages.ts'
import { articlePath, authorPath, categoryPath, ownPagePath } from '#core/paths.ts'
import type { ExportEntry } from '#server/features/export/export-entry.ts'
import { readRows } from '#server/features/export/export-entry.ts'
import type { Session } from '#server/platform/database/connection.ts'

const AT_ONCE = 500

/** The names of authors, and all addresses that lead to another one. */
export async function* listFacts(sql: Session): AsyncGenerator<ExportEntry> {
  yield { path: 'authors.json', content: inLines(listAuthors(sql)) }
  yield { path: 'redirects.json', content: inLines(listRedirects(sql)) }
}

/** A list as JSON with one line for each item, so that a comparison shows which have changed. */
async function* inLines(items: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = '[\n'
  for await (const item of items) {
    yield `${separator}  ${JSON.stringify(item)}`
    separator = ',\n'
  }
  yield separator === '[\n' ? '[]\n' : '\n]\n'
}

interface AuthorFacts {
  /** Null for an author without articles, of whom something is kept. */
  name: string | null
  slug: string | null
  profile: object | null
}

async function* listAuthors(sql: Session): AsyncGenerator<object> {
  const query = `
    select author as name, coalesce(private.author_slug(author), kept.slug) as slug, to_jsonb(kept) - array['slug', 'updated_at'] as profile
    from (select distinct author from public.articles) as named
      full join public.authors as kept on kept.slug = private.author_slug(author)
    order by author collate "C", kept.slug collate "C"`
  for await (const { name, slug, profile } of readRows<AuthorFacts>(sql, query, AT_ONCE))
    yield { name, page: slug && authorPath(slug), ...(profile && { profile }) }
}

interface RedirectRow {
  kind: 'address' | 'article' | 'category' | 'page'
  language: Language
  before: string
  after: string
}

async function* listRedirects(sql: Session): AsyncGenerator<object> {
  const query = `
    select kind, language, before, after from (
      select 'article' as kind, redirect.language, redirect.slug as before, article.slug as after
        from public.slug_redirects as redirect join public.articles as article on article.id = article_id
      union all select 'address', article.language, old.address, article.slug
        from private.old_addresses as old join public.articles as article on article.id = article_id
      union all select 'category', 'en', slug, retired_to from public.categories where retired_to is not null
      union all select 'page', 'en', slug, leads_to from private.page_redirects) as redirects
    order by kind, language collate "C", before collate "C"`
  for await (const { kind, language, before, after } of readRows<RedirectRow>(sql, query, AT_ONCE)) {
    const addressOf = (slug: string) =>
      kind === 'category'
        ? categoryPath(slug)
        : kind === 'page'
          ? ownPagePath(slug)
          : articlePath({ slug, language })
    // The address of another site is one already.
    yield { from: kind === 'address' ? before : addressOf(before), to: addressOf(after) }
  }
}
