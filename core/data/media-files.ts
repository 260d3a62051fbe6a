import { type Answer, callFunction } from '#core/data/call-function.ts'
import type { Client } from '#core/data/client.ts'
import { hasWordsCondition } from '#core/data/folded-words.ts'
import { type Page, type PageOptions, readPage } from '#core/data/postgrest.ts'
import type { Article } from '#core/domain/article.ts'
import type { LibraryFile, MediaFacts, MediaFile, MediaUse, MediaUseRow } from '#core/domain/media-file.ts'
import type { FocusPoint, MediaDetails } from '#core/domain/media-input.ts'

/** The bucket of the pictures of articles. */
export const MEDIA_BUCKET = 'article-images'

const FILE_COLUMNS =
  'id, name, type, size, version, uploaded_at, updated_at, alts, decorative, captions, credit, licence, licence_url, focus_x, focus_y, original_name, source_url'
const COLUMNS =
  `${FILE_COLUMNS}, described, use, in_articles, in_drafts, in_trash, in_revisions, in_copies, in_pages, changeable` as const

/** A picture as the desk lists it. */
export type ListedFile = Omit<LibraryFile, 'words'>
export type DescribedFile = Omit<MediaFile, 'words'>

export interface MediaListOptions extends PageOptions {
  /** Part of a name, of an alt text or caption in any language, or of a credit. */
  search: string
  use: MediaUse | null
  described: boolean | null
  sort: { by: 'uploaded_at' | 'name' | 'size'; descending: boolean }
}

export async function listMedia(client: Client, options: MediaListOptions): Promise<Page<ListedFile>> {
  const { search, use, described, sort } = options
  // The uses are counted for the pictures of the page only, and not for those before it.
  let query = client.from('media_library').select('id', { count: 'exact' })
  if (use !== null) query = query.eq('use', use)
  if (described !== null) query = query.eq('described', described)
  const text = search.trim()
  if (text) query = query.or(`words.${hasWordsCondition(text)}`)
  const sorted = query.order(sort.by, { ascending: !sort.descending }).order('id')
  const { rows, total } = await readPage((from, to) => sorted.range(from, to).throwOnError(), options)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return { rows: [], total }
  const { data } = await client.from('media_library').select(COLUMNS).in('id', ids).throwOnError()
  const byId = new Map(data.map((file) => [file.id, file]))
  return { rows: ids.flatMap((id) => byId.get(id) ?? []), total }
}

/** A picture with its uses; null when there is none. */
export async function findMedia(client: Client, id: string): Promise<ListedFile | null> {
  const { data } = await client
    .from('media_library')
    .select(COLUMNS)
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  return data
}

export async function findMediaByName(client: Client, name: string): Promise<ListedFile | null> {
  const { data } = await client
    .from('media_library')
    .select(COLUMNS)
    .eq('name', name)
    .maybeSingle()
    .throwOnError()
  return data
}

/** More pictures than a text has. */
const MAX_NAMES = 200
/** The number of names that fit into the address of a request. */
const NAMES_PER_REQUEST = 30

export async function listMediaByNames(
  client: Client,
  names: readonly string[],
): Promise<(Pick<MediaFile, 'name'> & MediaFacts)[]> {
  const asked = names.slice(0, MAX_NAMES)
  const files = []
  for (let start = 0; start < asked.length; start += NAMES_PER_REQUEST) {
    const { data } = await client
      .from('media_files')
      .select('name, alts, decorative, captions, credit, licence, licence_url, focus_x, focus_y')
      .filter('name', 'in', `(${asked.slice(start, start + NAMES_PER_REQUEST).map(quote)})`)
      .throwOnError()
    files.push(...data)
  }
  return files
}

/** The client's own `in` does not escape quotation marks. */
function quote(name: string): string {
  return `"${name.replaceAll(/["\\]/g, '\\$&')}"`
}

export type DescribeOutcome =
  | { status: 'saved'; file: DescribedFile }
  /** Another editor has saved since; nothing was written. */
  | { status: 'conflict' }

/** Saves the metadata of a picture, unless another editor has done so since the version that the form began with. */
export async function describeMedia(
  client: Client,
  { id, since, details }: { id: string; since: string; details: MediaDetails },
): Promise<DescribeOutcome> {
  const { data } = await client
    .from('media_files')
    .update(details)
    .eq('id', id)
    .eq('updated_at', since)
    .select(FILE_COLUMNS)
    .throwOnError()
  return data[0] ? { status: 'saved', file: data[0] } : { status: 'conflict' }
}

/** Moves the point that stays in sight; the last move counts. Returns the file, or null when it is gone. */
export async function focusMedia(
  client: Client,
  { id, ...point }: FocusPoint & { id: string },
): Promise<DescribedFile | null> {
  const { data } = await client
    .from('media_files')
    .update(point)
    .eq('id', id)
    .select(FILE_COLUMNS)
    .throwOnError()
  return data[0] ?? null
}

/** An article that shows a picture, or whose earlier version did. */
export interface UsingArticle extends Pick<Article, 'id' | 'slug' | 'language' | 'title' | 'published'> {
  places: MediaUseRow['kind'][]
}

const MAX_USES = 300
const MAX_ARTICLES = 50

/** The articles and drafts that have a picture now or had it once, those that have it now first. At most fifty. */
export async function listUsingArticles(client: Client, name: string): Promise<UsingArticle[]> {
  const { data: uses } = await client
    .from('media_uses')
    .select('kind, article_id')
    .eq('name', name)
    .in('kind', ['hero', 'content', 'revision'])
    // In this order those of the present text come first.
    .order('kind')
    .order('article_id')
    .limit(MAX_USES)
    .throwOnError()
  const byArticle = Map.groupBy(uses, (use) => use.article_id)
  const ids = [...byArticle.keys()].slice(0, MAX_ARTICLES)
  if (ids.length === 0) return []
  const { data: articles } = await client
    .from('articles')
    .select('id, slug, language, title, published')
    .in('id', ids)
    .throwOnError()
  const found = new Map(articles.map((article) => [article.id, article]))
  return ids.flatMap((id) => {
    const article = found.get(id)
    return article ? { ...article, places: (byArticle.get(id) ?? []).map(({ kind }) => kind) } : []
  })
}

export interface CopiedPicture {
  /** The address of the copy, relative to the site. */
  path: string
  /** False when it was in the library already. */
  isNew: boolean
}

/** Copies a picture of another server into the library. The answer contains the reason if that is not possible. */
export function copyPicture(client: Client, url: string): Promise<Answer<CopiedPicture>> {
  return callFunction(client, 'copy-picture', { url }, [422])
}
