import { listSchedules } from '#core/data/article-schedules.ts'
import { listWorkflows } from '#core/data/article-workflow.ts'
import type { Client } from '#core/data/client.ts'
import type { DeskRow } from '#core/data/database-rows.ts'
import { type Page, type PageOptions, readPage } from '#core/data/postgrest.ts'
import type { Article } from '#core/domain/article.ts'
import type { ArticleSchedule } from '#core/domain/article-schedule.ts'
import { isSlug } from '#core/domain/article-slug.ts'
import type { ArticleWorkflow, WorkflowState } from '#core/domain/article-workflow.ts'
import type { DraftFacts, OwnDraft } from '#core/domain/working-copy.ts'
import type { Language } from '#core/i18n/languages.ts'

const COLUMNS =
  'id, slug, language, title, category, author, reading_time, publish_date, created_at, updated_at, published, featured, original_article_id'

export type DeskArticle = DeskRow & {
  /** The number of languages into which it has been translated, published or not; null when they could not be counted. */
  translations: number | null
}

/** A filter by the workflow of an article. Null means any. */
export interface WorkFilter {
  state: WorkflowState | null
  owner: string | null
  next: string | null
}

export interface DeskListOptions extends PageOptions {
  /** Null means drafts too. */
  published: boolean | null
  /** Null means all languages. */
  language: Language | null
  category: string | null
  featured: boolean | null
  /** Part of a title, a slug or an author's name. */
  search: string
  /** The workflow of the articles; absent or empty for all. */
  work?: WorkFilter
  sort: {
    by: 'title' | 'category' | 'author' | 'publish_date' | 'created_at' | 'updated_at'
    descending: boolean
  }
}

const MAX_SEARCH_LENGTH = 200

/** A page of the published articles, of the drafts, or of both. */
export async function listDeskArticles(client: Client, options: DeskListOptions): Promise<Page<DeskArticle>> {
  const text = options.search.trim().slice(0, MAX_SEARCH_LENGTH)
  const { published, language, category, featured, sort, work } = options
  const isFiltered = work !== undefined && Object.values(work).some((value) => value !== null)
  if (text) return searchDeskArticles(client, { ...options, search: text })
  let query = isFiltered ? atWork(client, work) : client.from('articles').select(COLUMNS, { count: 'exact' })
  if (published !== null) query = query.eq('published', published)
  if (language !== null) query = query.eq('language', language)
  if (category !== null) query = query.eq('category', category)
  if (featured !== null) query = query.eq('featured', featured)
  const sorted = query.order(sort.by, { ascending: !sort.descending }).order('id')
  const { rows, total } = await readPage((from, to) => sorted.range(from, to).throwOnError(), options)
  const originals = rows.filter((row) => row.original_article_id === null).map((row) => row.id)
  const countOf = await countTranslations(client, originals)
  return { rows: rows.map((row) => ({ ...row, translations: countOf(row.id) })), total }
}

/** The originals with this workflow. */
function atWork(client: Client, { state, owner, next }: WorkFilter) {
  let query = client.from('articles_at_work').select(COLUMNS, { count: 'exact' })
  if (state !== null) query = query.eq('state', state)
  if (owner !== null) query = query.eq('owner', owner)
  if (next !== null) query = query.eq('next_person', next)
  return query
}

/** Returns true if there are published articles, or drafts, in a language. */
export async function hasArticles(
  client: Client,
  { published, language }: { published: boolean; language: Language },
): Promise<boolean> {
  const { data } = await client
    .from('articles')
    .select('id')
    .eq('published', published)
    .eq('language', language)
    .limit(1)
    .throwOnError()
  return data.length > 0
}

/** One pass over all articles finds the total and the page, which is read afterwards. */
async function searchDeskArticles(client: Client, options: DeskListOptions): Promise<Page<DeskArticle>> {
  const { published, language, category, featured, search, sort, page, pageSize, work } = options
  const { data: found } = await client
    .rpc('search_desk', {
      p_search: search,
      p_published: published,
      p_language: language,
      p_category: category,
      p_featured: featured,
      p_sort: sort.by,
      p_descending: sort.descending,
      p_offset: (page - 1) * pageSize,
      p_limit: pageSize,
      ...(work && { p_state: work.state, p_owner: work.owner, p_next: work.next }),
    })
    .throwOnError()
  const { total, ids } = found
  if (ids.length === 0) return { rows: [], total }
  const [{ data: rows }, countOf] = await Promise.all([
    client.from('articles').select(COLUMNS).in('id', ids).throwOnError(),
    countTranslations(client, ids),
  ])
  const byId = new Map(rows.map((row) => [row.id, { ...row, translations: countOf(row.id) }]))
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total }
}

/** A draft, with the time at which it is to be published, and its last change; null when there is none. */
export type Draft = DeskArticle & {
  schedule: ArticleSchedule | null
  facts: DraftFacts | null
  work: ArticleWorkflow | null
}

/** A page of the drafts, with their schedules. */
export async function listDrafts(
  client: Client,
  options: Omit<DeskListOptions, 'published'>,
): Promise<Page<Draft>> {
  const { rows, total } = await listDeskArticles(client, { ...options, published: false })
  const ids = rows.map((row) => row.id)
  const [schedules, facts, workflows] = await Promise.all([
    listSchedules(client, ids),
    describeDrafts(client, ids),
    listWorkflows(client, ids),
  ])
  const workOf = new Map(workflows.map((workflow) => [workflow.article_id, workflow]))
  const scheduleOf = new Map(schedules.map((schedule) => [schedule.article_id, schedule]))
  const factsOf = new Map(facts.map((about) => [about.article_id, about]))
  return {
    rows: rows.map((row) => ({
      ...row,
      schedule: scheduleOf.get(row.id) ?? null,
      facts: factsOf.get(row.id) ?? null,
      work: workOf.get(row.id) ?? null,
    })),
    total,
  }
}

async function describeDrafts(client: Client, ids: string[]): Promise<DraftFacts[]> {
  if (ids.length === 0) return []
  return (await client.rpc('describe_drafts', { p_ids: ids }).throwOnError()).data
}

/** The latest texts of the caller that nobody else sees, because they were never saved as drafts. */
export async function listOwnDrafts(client: Client): Promise<OwnDraft[]> {
  return (await client.rpc('list_own_drafts').throwOnError()).data
}

/** The number of translations of an original. A list is shown without counts, and at once, when they cannot be read. */
async function countTranslations(client: Client, ids: string[]): Promise<(id: string) => number | null> {
  if (ids.length === 0) return () => 0
  const { data, error } = await client
    .from('articles')
    .select('original_article_id')
    .in('original_article_id', ids)
    .retry(false)
  if (error) return () => null
  const groups = Map.groupBy(data, (row) => row.original_article_id)
  return (id) => groups.get(id)?.length ?? 0
}

/** An article for the editor, published or not; null when there is none. */
export async function findDeskArticle(client: Client, id: string): Promise<Article | null> {
  const { data } = await client.from('articles').select('*').eq('id', id).maybeSingle().throwOnError()
  return data
}

/** The facts that tell which version of an article is the latest. */
export type ArticleState = Pick<
  Article,
  'id' | 'language' | 'published' | 'updated_at' | 'original_article_id'
>

/** The state of an article, published or not, whose texts may be long; null when there is none. */
export async function findArticleState(client: Client, id: string): Promise<ArticleState | null> {
  const columns = 'id, language, published, updated_at, original_article_id'
  const { data } = await client.from('articles').select(columns).eq('id', id).maybeSingle().throwOnError()
  return data
}

/** An article for the editor by its address; null when there is none. */
export async function findDeskArticleBySlug(
  client: Client,
  { slug, language }: { slug: string; language: Language },
): Promise<Article | null> {
  if (!isSlug(slug)) return null
  const { data } = await client
    .from('articles')
    .select('*')
    .eq('slug', slug)
    .eq('language', language)
    .maybeSingle()
    .throwOnError()
  return data
}

/** The ids among these that are stored articles by now. */
export async function listSavedIds(client: Client, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set()
  const { data } = await client.from('articles').select('id').in('id', ids).throwOnError()
  return new Set(data.map(({ id }) => id))
}

export type SlugUse =
  | { status: 'free' }
  /** Another article has it. */
  | { status: 'taken'; title: string }
  /** A published article had it once, so old links lead to the article that takes it. */
  | { status: 'redirects'; title: string }

/** The other article with this slug. Only saving decides, because another editor may take it in the meantime. */
export async function findSlugUse(
  client: Client,
  { slug, language, exceptId }: { slug: string; language: Language; exceptId: string },
): Promise<SlugUse> {
  const holders = await client
    .from('articles')
    .select('title')
    .eq('slug', slug)
    .eq('language', language)
    .neq('id', exceptId)
    .limit(1)
    .throwOnError()
  if (holders.data[0]) return { status: 'taken', title: holders.data[0].title }
  const redirects = await client
    .from('slug_redirects')
    .select('article_id')
    .eq('slug', slug)
    .eq('language', language)
    .neq('article_id', exceptId)
    .limit(1)
    .throwOnError()
  const moved = redirects.data[0] && (await findDeskArticle(client, redirects.data[0].article_id))
  return moved ? { status: 'redirects', title: moved.title } : { status: 'free' }
}
