import { randomUUID } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { oldAddress } from '#core/domain/old-address.ts'
import type { ImportChoices, ImportFormat } from '#core/domain/site-import.ts'
import { notesAt } from '#server/features/import/article-notes.ts'
import type {
  ImportedArticle,
  ImportedPage,
  ImportedPicture,
  ImportedTerm,
  Report,
} from '#server/features/import/imported.ts'
import { MAX_IMPORTED_PAGES } from '#server/features/import/pages/bring-pages.ts'
import { readSource } from '#server/features/import/read-source.ts'
import {
  type ArticleFacts,
  type ArticleRules,
  describeArticle,
  hashFacts,
  shortHash,
  storedId,
  wantedSlug,
} from '#server/features/import/run/article-facts.ts'
import { isUntouched } from '#server/features/import/run/replaced-articles.ts'
import type { SourceSite } from '#server/features/import/run/source-key.ts'
import type { ImportSource } from '#server/features/import/source/import-source.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'

/** The state of an article of the source, which says what becomes of it. */
type EntryState = 'new' | 'changed' | 'unchanged' | 'touched' | 'deleted'

/** The facts that are known of an article before the first is stored, so that links and translations can name any of them. */
export interface Entry {
  sourceId: string
  order: number
  /** Of the article here. */
  id: string
  language: string
  slug: string
  state: EntryState
  /** Of the article here that the source has changed. */
  titleHere: string | null
  hash: string
  /** The change that this very import has already made to it, before its process ended. */
  done: 'created' | 'updated' | null
  translationOf: string | null
  /** Of a translation whose original is there, or comes before it in the order in which articles are stored. */
  original: Entry | null
  /** True if this run has stored it. */
  isStored: boolean
}

export interface SourceIndex {
  entries: Map<string, Entry>
  authors: Map<string, string>
  terms: Map<string, ImportedTerm>
  pictures: Map<string, ImportedPicture>
  pages: ImportedPage[]
  /** Articles by the addresses that they had, in their normal form. */
  byAddress: Map<string, Entry>
  /** The newest featured article of each language. */
  featured: Map<string, { entry: Entry; date: string }>
}

export interface SourceReading {
  sql: Sql
  source: ImportSource
  format: ImportFormat
  site: SourceSite
  importId: string
  choices: ImportChoices
  defaultAuthor: string
  report: Report
  signal: AbortSignal
  /** Called for each article. */
  visit?: (article: ImportedArticle, facts: ArticleFacts, entry: Entry, wanted: string) => void
  progress?: (done: number, title: string) => Promise<void>
}

/** Articles that are looked up in the database together. */
const BATCH = 100
/** Of an article, by which links of others are led to it. */
const MAX_ADDRESSES = 10

/** Reads a source once: what is in it, and what is known of that here. @throws UnreadableSource */
export async function indexSource(reading: SourceReading): Promise<SourceIndex> {
  const { source, format, choices, defaultAuthor, report, signal, progress } = reading
  const index: SourceIndex = {
    entries: new Map(),
    authors: new Map(),
    terms: new Map(),
    pictures: new Map(),
    pages: [],
    byAddress: new Map(),
    featured: new Map(),
  }
  const rules: ArticleRules = {
    authors: index.authors,
    defaultAuthor,
    sections: sectionsOf(choices),
    choices,
  }
  const slugs = createSlugs(reading.sql)
  let batch: ImportedArticle[] = []
  for await (const item of readSource(source, format, report)) {
    if (item.kind === 'author') index.authors.set(item.sourceId, item.name)
    else if (item.kind === 'term') index.terms.set(item.sourceId, item)
    else if (item.kind === 'picture') {
      // The facts that our own export has of it are read again when it is brought.
      const { own: _, ...picture } = item
      index.pictures.set(picture.address, picture)
    } else if (item.kind === 'page') {
      if (index.pages.length < MAX_IMPORTED_PAGES) index.pages.push(item)
      else {
        const place = { file: '', title: item.title, sourceId: item.sourceId }
        notesAt(place, report).warn('page', `more than ${MAX_IMPORTED_PAGES} pages`, 'left-out')
      }
    } else if (batch.push(item) === BATCH) {
      await addBatch(batch, index, { ...reading, rules, slugs })
      batch = []
      await progress?.(index.entries.size, item.title)
    }
    signal.throwIfAborted()
  }
  await addBatch(batch, index, { ...reading, rules, slugs })
  resolveOriginals(index.entries, report)
  return index
}

export const sectionsOf = ({ terms }: Pick<ImportChoices, 'terms'>): Map<string, string> =>
  new Map(terms.flatMap(({ sourceId, section }) => (section === null ? [] : [[sourceId, section]])))

interface Adding extends SourceReading {
  rules: ArticleRules
  slugs: ReturnType<typeof createSlugs>
}

async function addBatch(batch: ImportedArticle[], index: SourceIndex, adding: Adding): Promise<void> {
  const { sql, site, importId, choices, report, rules, slugs, visit } = adding
  const known = await findKnown(sql, { source: site.key, importId, ids: batch.map(idOf) })
  const found = batch.map((article) => ({
    article,
    item: known.get(idOf(article)),
    wanted: wantedSlug(article),
  }))
  const described: { article: ImportedArticle; facts: ArticleFacts; entry: Entry; wanted: string }[] = []
  for (const { article, item, wanted } of found) {
    await nextTurn()
    const sourceId = idOf(article)
    if (index.entries.has(sourceId)) {
      notesAt({ file: '', title: article.title, sourceId }, report).warn('duplicate', sourceId, 'left-out')
      continue
    }
    const facts = describeArticle(article, rules, report)
    const hash = hashFacts(article, facts, choices)
    const entry: Entry = {
      sourceId,
      order: index.entries.size,
      id: item?.articleId ?? randomUUID(),
      language: item?.language ?? facts.language,
      slug: item?.slug ?? '',
      state: stateOf(item, hash),
      titleHere: item?.title ?? null,
      hash,
      done: item?.hash === hash ? item.done : null,
      translationOf: article.translationOf === null ? null : storedId(article.translationOf),
      original: null,
      isStored: false,
    }
    index.entries.set(sourceId, entry)
    for (const path of article.oldAddresses.slice(0, MAX_ADDRESSES)) {
      const address = oldAddress(path)
      if (address !== null && !index.byAddress.has(address)) index.byAddress.set(address, entry)
    }
    const { published, publish_date: date } = facts
    if (article.featured && published && (date ?? '') >= (index.featured.get(entry.language)?.date ?? ''))
      index.featured.set(entry.language, { entry, date: date ?? '' })
    described.push({ article, facts, entry, wanted })
  }
  await slugs.decide(described.map(({ entry, wanted }) => ({ entry, wanted })))
  for (const { article, facts, entry, wanted } of described) visit?.(article, facts, entry, wanted)
}

function stateOf(item: KnownItem | undefined, hash: string): EntryState {
  if (!item) return 'new'
  if (item.isDeleted) return 'deleted'
  if (item.isTouched) return 'touched'
  return item.hash === hash ? 'unchanged' : 'changed'
}

/** The article that an earlier run has made. */
interface KnownItem {
  articleId: string
  hash: string
  /** The change that this very import made. */
  done: 'created' | 'updated' | null
  isDeleted: boolean
  /** True if somebody has changed it here since. */
  isTouched: boolean
  slug: string | null
  language: string | null
  title: string | null
}

async function findKnown(
  sql: Session,
  { source, importId, ids }: { source: string; importId: string; ids: readonly string[] },
): Promise<Map<string, KnownItem>> {
  const rows = await sql<(KnownItem & { sourceId: string })[]>`
    select item.source_id as "sourceId", item.article_id as "articleId", item.hash, article.slug, article.language, article.title,
      case when item.created_by = ${importId}::uuid then 'created' when item.changed_by = ${importId}::uuid then 'updated' end as done,
      article.id is null as "isDeleted", not ${isUntouched} as "isTouched"
    from private.import_items as item left join public.articles as article on article.id = item.article_id
    where item.source = ${source} and item.source_id = any (${ids}::text[])`
  return new Map(rows.map(({ sourceId, ...item }) => [sourceId, item]))
}

export const idOf = ({ sourceId }: { sourceId: string }) => storedId(sourceId)

/**
 * Says which original each translation gets. A translation has none if its original is not here, is a translation itself that has none,
 * or has one in this language already.
 */
function resolveOriginals(entries: SourceIndex['entries'], report: Report): void {
  const taken = new Set<string>()
  for (const entry of entries.values()) {
    const original = entry.translationOf === null ? null : rootOf(entry, entries)
    if (entry.translationOf === null) continue
    const pair = original && `${original.sourceId} ${entry.language}`
    const isPossible =
      original &&
      original.state !== 'deleted' &&
      entry.language !== 'en' &&
      entry.language !== original.language
    if (pair && isPossible && !taken.has(pair)) {
      taken.add(pair)
      entry.original = original
    } else if (entry.state === 'new') {
      const place = { file: '', title: entry.slug, sourceId: entry.sourceId }
      notesAt(place, report).info('translation', entry.translationOf, 'original')
    }
  }
}

function rootOf(entry: Entry, entries: SourceIndex['entries']): Entry | null {
  let root: Entry | undefined = entry
  for (let steps = 0; root?.translationOf && steps < 5; steps++) root = entries.get(root.translationOf)
  return root && root !== entry && root.translationOf === null ? root : null
}

interface Asking {
  entry: { sourceId: string; language: string; slug: string }
  wanted: string
}

/** After these an article gets the hash of its id, so that ten thousand with one title do not take a second each. */
const NUMBERED = 9

/**
 * Decides the slugs of articles: what they want, unless an article or an old address here has it, or another one of the same source; then
 * with a number, or with a hash of the id.
 */
function createSlugs(sql: Session) {
  const used = new Set<string>()

  async function decide(asking: readonly Asking[]): Promise<void> {
    for (const { entry } of asking) if (entry.slug !== '') used.add(keyOf(entry.language, entry.slug))
    const open = asking.filter(({ entry }) => entry.slug === '')
    if (open.length === 0) return
    const taken = await findTaken(sql, open.flatMap(candidatesOf))
    for (const one of open) {
      const { language } = one.entry
      const free = candidatesOf(one).find(({ slug }) => {
        const key = keyOf(language, slug)
        return !(taken.has(key) || used.has(key))
      })
      // Two ids with one hash, and all numbers taken: the insert refuses it, and it is a note.
      one.entry.slug = free?.slug ?? one.wanted
      used.add(keyOf(language, one.entry.slug))
    }
  }

  return { decide }
}

const keyOf = (language: string, slug: string) => `${language} ${slug}`

function candidatesOf({ entry: { sourceId, language }, wanted }: Asking) {
  const numbers = Array.from({ length: NUMBERED - 1 }, (_, index) => `${wanted}-${index + 2}`)
  return [wanted, ...numbers, `${wanted}-${shortHash(sourceId)}`].map((slug) => ({ slug, language }))
}

async function findTaken(
  sql: Session,
  candidates: { slug: string; language: string }[],
): Promise<Set<string>> {
  const rows = await sql<{ slug: string; language: string }[]>`
    with asked as (
      select distinct slug, language
      from jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb) as asked (slug text, language text))
    select slug, language from asked join public.articles using (slug, language)
    union select slug, language from asked join public.slug_redirects using (slug, language)`
  return new Set(rows.map(({ slug, language }) => keyOf(language, slug)))
}
