import { PostgrestError } from '@supabase/supabase-js'
import type { Client } from '#core/data/client.ts'
import type { Page, PageRevision, PageTexts } from '#core/domain/page.ts'
import type { Language } from '#core/i18n/languages.ts'

export async function findPublishedPage(
  client: Client,
  slug: string,
  language: Language,
): Promise<(PageTexts & { updated_at: string }) | null> {
  const { data } = await client
    .from('pages')
    .select('title, description, content, updated_at')
    .eq('slug', slug)
    .eq('language', language)
    .eq('published', true)
    .maybeSingle()
    .throwOnError()
  return data
}

export type ListedPage = Omit<Page, 'content'>

/** All texts of all pages, for the desk. */
export async function listPages(client: Client): Promise<ListedPage[]> {
  const { data } = await client
    .from('pages')
    .select('id, slug, language, title, description, published, position, shipped, created_at, updated_at')
    .order('slug')
    .throwOnError()
  return data
}

export async function findPage(client: Client, slug: string, language: Language): Promise<Page | null> {
  const { data } = await client
    .from('pages')
    .select('*')
    .eq('slug', slug)
    .eq('language', language)
    .maybeSingle()
    .throwOnError()
  return data
}

export type PageProblem = { field: 'slug' | 'title' | 'description' | 'content'; problem: string }
export type PageOutcome =
  | { status: 'saved'; page: Page }
  /** Another editor has saved since, or has deleted it; nothing was written. */
  | { status: 'conflict'; page: Page | null }
  | ({ status: 'invalid' } & PageProblem)

type PageValues = PageTexts & Pick<Page, 'published'> & Partial<Pick<Page, 'shipped' | 'position'>>

interface SaveOptions {
  slug: string
  language: Language
  values: PageValues
  /** The `updated_at` of the version with which the form began; null if there was none. */
  since: string | null
}

/**
 * Saves a page in a language, unless somebody else has saved it since.
 * @throws errors that belong to no field
 */
export async function savePage(
  client: Client,
  { slug, language, values, since }: SaveOptions,
): Promise<PageOutcome> {
  const { data, error } =
    since === null
      ? await client
          .from('pages')
          .insert({ ...values, slug, language })
          .select('*')
      : await client
          .from('pages')
          .update(values)
          .eq('slug', slug)
          .eq('language', language)
          .eq('updated_at', since)
          .select('*')
  if (error && error.code !== UNIQUE) return invalidity(error)
  const saved = data?.[0]
  if (saved) return { status: 'saved', page: saved }
  const page = await findPage(client, slug, language)
  // The response to an earlier try of this save was lost.
  const isSaved =
    page !== null && (Object.keys(values) as (keyof PageValues)[]).every((key) => page[key] === values[key])
  return isSaved ? { status: 'saved', page } : { status: 'conflict', page }
}

const UNIQUE = '23505'

/** Gives a page another address or another place in the footer, in all languages. @throws errors that belong to no field */
export async function changePageSettings(
  client: Client,
  { slug, values }: { slug: string; values: Pick<Page, 'slug' | 'position'> },
): Promise<{ status: 'saved' } | { status: 'gone' } | ({ status: 'invalid' } & PageProblem)> {
  const { data, error } = await client.from('pages').update(values).eq('slug', slug).select('id')
  if (error) return invalidity(error)
  return { status: data.length > 0 ? 'saved' : 'gone' }
}

/** Deletes a page in a language, or in all. Its versions stay for a month. */
export async function deletePage(
  client: Client,
  { slug, language }: { slug: string; language: Language | null },
): Promise<void> {
  const deletion = client.from('pages').delete().eq('slug', slug)
  await (language === null ? deletion : deletion.eq('language', language)).throwOnError()
}

export type PageRevisionSummary = Omit<PageRevision, 'version'>
const SUMMARY = 'id, slug, language, made_at, made_by, event, title, published'

/** The number of versions that the desk lists. */
export const LISTED_REVISIONS = 100

/** The latest versions of a page in a language, the latest first. */
export async function listPageRevisions(
  client: Client,
  slug: string,
  language: Language,
): Promise<PageRevisionSummary[]> {
  const { data } = await client
    .from('page_revisions')
    .select(SUMMARY)
    .eq('slug', slug)
    .eq('language', language)
    .order('id', { ascending: false })
    .limit(LISTED_REVISIONS)
    .throwOnError()
  return data
}

export async function findPageRevision(client: Client, id: number): Promise<PageRevision | null> {
  const { data } = await client.from('page_revisions').select('*').eq('id', id).maybeSingle().throwOnError()
  return data
}

/** The pages that were deleted within the last month, the latest first; some may exist again. */
export async function listDeletedPages(client: Client): Promise<PageRevisionSummary[]> {
  const { data } = await client
    .from('page_revisions')
    .select(SUMMARY)
    .eq('event', 'deleted')
    .order('id', { ascending: false })
    .limit(LISTED_REVISIONS)
    .throwOnError()
  return data
}

/** Restores a deleted page. @throws errors that belong to no field */
export async function bringBackPage(
  client: Client,
  revisionId: number,
): Promise<PageOutcome | { status: 'gone' }> {
  const revision = await findPageRevision(client, revisionId)
  if (!revision) return { status: 'gone' }
  const { slug, language, title, description, content, published, position, shipped } = revision.version
  const values = { title, description, content, published, position, shipped }
  return savePage(client, { slug, language, values, since: null })
}

/** The problems of an address, by the names of their constraints. */
const ADDRESS_PROBLEMS = [
  'pages_slug_check',
  'pages_slug_language_key',
  'pages_reserved_address',
  'pages_shipped_address',
  'pages_address_of_category',
  'pages_address_of_page',
  'pages_count_check',
]

function invalidity(error: PostgrestError): { status: 'invalid' } & PageProblem {
  const named = /"?(pages_\w+)"?/.exec(error.message)?.[1] ?? ''
  if (ADDRESS_PROBLEMS.includes(named)) return { status: 'invalid', field: 'slug', problem: named }
  const field = (['title', 'description', 'content'] as const).find((name) =>
    named.startsWith(`pages_${name}_`),
  )
  if (!field) throw new PostgrestError(error)
  return { status: 'invalid', field, problem: named }
}
