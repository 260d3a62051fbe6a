import { DatabaseError } from 'pg'
import { ARTICLE_FIELD_NAMES } from '#core/domain/article-fields.ts'
import { notesAt } from '#server/features/import/article-notes.ts'
import type { OwnFacts, Report } from '#server/features/import/imported.ts'
import { storeOldAddresses } from '#server/features/import/places/store-old-addresses.ts'
import type { ArticleFacts } from '#server/features/import/run/article-facts.ts'
import type { Entry } from '#server/features/import/run/index-source.ts'
import { isUntouched, keepReplaced, restoring, TIMES } from '#server/features/import/run/replaced-articles.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { fragment, joined, name } from '#server/platform/database/fragment.ts'

/** An article that is to be stored, with its pictures and links as they are here. */
export interface StorableArticle {
  entry: Entry
  facts: ArticleFacts
  content: string
  hero_image: string | null
  social_image: string | null
  oldAddresses: string[]
  own: OwnFacts | null
}

export interface Storing {
  sql: Sql
  importId: string
  /** Of the site that they come from. */
  source: string
  /** The person who is named in the versions of the articles. */
  actor: string | null
  report: Report
}

export interface Stored {
  created: number
  updated: number
  touched: number
  failed: number
  oldAddresses: number
}

/**
 * Has the rest of a transaction be an import: what follows from each article is left to later, and the audit log gets one entry for all
 * of them.
 */
export async function beginImporting(transaction: Session, actor: string | null): Promise<void> {
  await transaction`
    select set_config('articles.importing', 'on', true), set_config('audit.covered', 'on', true),
      set_config('revision.by', ${actor ?? ''}, true)`
}

/** Stores articles together; when the database refuses one of them, one by one, so that it is a note and the others are there. */
export async function storeArticles(storing: Storing, articles: readonly StorableArticle[]): Promise<Stored> {
  const none = { created: 0, updated: 0, touched: 0, failed: 0, oldAddresses: 0 }
  if (articles.length === 0) return none
  try {
    return await storeTogether(storing, articles)
  } catch (error) {
    if (!isRefusal(error)) throw error
    const [only, ...others] = articles
    if (only && others.length === 0) {
      const { entry, facts } = only
      const place = { file: '', title: facts.title, sourceId: entry.sourceId }
      notesAt(place, storing.report).fail('unreadable', (error as Error).message, 'left-out')
      return { ...none, failed: 1 }
    }
    const all = { ...none }
    for (const article of articles) {
      const one = await storeArticles(storing, [article])
      for (const key of Object.keys(all) as (keyof Stored)[]) all[key] += one[key]
    }
    return all
  }
}

/** Values, constraints, and what triggers refuse; not a database that is away. */
export const isRefusal = (error: unknown) =>
  error instanceof DatabaseError && /^(22|23|54)/.test(error.code ?? '')

function storeTogether(storing: Storing, articles: readonly StorableArticle[]): Promise<Stored> {
  return storing.sql.transaction(async (transaction) => {
    await beginImporting(transaction, storing.actor)
    await detachOrphans(transaction, storing, articles)
    const untouched = await lockUntouched(transaction, storing, articles)
    await keepReplaced(transaction, storing, [...untouched])
    const own = articles.filter((article) => article.own !== null)
    const others = articles.filter((article) => article.own === null)
    const created = await insertArticles(
      transaction,
      others.filter(({ entry }) => entry.state === 'new'),
    )
    const updated = await updateArticles(
      transaction,
      storing,
      others.filter(({ entry }) => entry.state !== 'new'),
    )
    for (const article of own) {
      const isNew = article.entry.state === 'new'
      if (!isNew && !untouched.has(article.entry.id)) continue
      const written = await restoring(transaction, () => storeOwn(transaction, storing, article))
      for (const [id, at] of written) (isNew ? created : updated).set(id, at)
    }
    await keepItems(transaction, storing, { articles, written: new Map([...created, ...updated]) })
    let oldAddresses = 0
    for (const { entry, facts, oldAddresses: paths } of articles) {
      if (paths.length === 0) continue
      const { stored, refused } = await storeOldAddresses(transaction, entry.id, paths)
      oldAddresses += stored
      const place = { file: '', title: facts.title, sourceId: entry.sourceId }
      for (const { address, why } of refused)
        if (why !== 'no-path') notesAt(place, storing.report).info('link', address, 'ignored')
    }
    const touched = articles.length - created.size - updated.size
    return { created: created.size, updated: updated.size, touched, failed: 0, oldAddresses }
  })
}

/** A translation whose original is not here, or has one in this language from somebody else, is stored as an original. */
async function detachOrphans(
  transaction: Session,
  { report }: Storing,
  articles: readonly StorableArticle[],
): Promise<void> {
  const translations = articles.filter(({ entry }) => entry.original !== null && entry.state === 'new')
  if (translations.length === 0) return
  const pairs = translations.map(({ entry }) => ({ id: entry.original?.id, language: entry.language }))
  const free = await transaction<{ id: string; language: string }[]>`
    select asked.id, asked.language
    from jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as asked (id uuid, language text)
    join public.articles as original on original.id = asked.id and original.original_article_id is null
    where not exists (
      select from public.articles as other where other.original_article_id = asked.id and other.language = asked.language)`
  const possible = new Set(free.map(({ id, language }) => `${id} ${language}`))
  const together = new Set(articles.map(({ entry }) => entry.id))
  for (const { entry, facts } of translations) {
    const id = entry.original?.id ?? ''
    if (together.has(id) || possible.has(`${id} ${entry.language}`)) continue
    const place = { file: '', title: facts.title, sourceId: entry.sourceId }
    notesAt(place, report).info('translation', entry.translationOf ?? '', 'original')
    entry.original = null
  }
}

/** True if an article is featured that says so: the one of a publication that has one stays. */
const isFeatured = fragment`coalesce(given.featured, false) and not exists (
  select from public.articles as other where other.language = given.language and other.featured and other.id <> given.id)`

/** The time at which each article was written, as the database says it, with its microseconds. */
type Written = Map<string, string>

/** The fields that are stored as they are given. */
const AS_GIVEN = ARTICLE_FIELD_NAMES.filter((field) => field !== 'publish_date' && field !== 'featured')
const COLUMNS = joined(AS_GIVEN.map((field) => name(field)))
const CHANGES = joined(
  AS_GIVEN.filter((field) => field !== 'slug').map(
    (field) => fragment`${name(field)} = ${name('given', field)}`,
  ),
)

async function insertArticles(transaction: Session, articles: readonly StorableArticle[]): Promise<Written> {
  if (articles.length === 0) return new Map()
  const rows = await transaction<{ id: string; written_at: string }[]>`
    insert into public.articles (
      id, language, ${COLUMNS}, publish_date, created_at, updated_at, published, featured, original_article_id, revision_note)
    select id, language, ${COLUMNS}, coalesce(publish_date, now()), coalesce(created_at, now()),
      least(coalesce(updated_at, publish_date, now()), now()), published, ${isFeatured}, original_article_id, 'Imported'
    from jsonb_populate_recordset(null::public.articles, ${rowsOf(articles)}::jsonb) as given
    returning id, updated_at::text as written_at`
  return new Map(rows.map(({ id, written_at }) => [id, written_at]))
}

/** Changes those that nobody has changed since, not even since the source was read. */
async function updateArticles(
  transaction: Session,
  { source }: Storing,
  articles: readonly StorableArticle[],
): Promise<Written> {
  if (articles.length === 0) return new Map()
  const rows = await transaction<{ id: string; written_at: string }[]>`
    update public.articles as article set ${CHANGES},
      publish_date = coalesce(given.publish_date, article.publish_date), published = given.published,
      created_at = coalesce(given.created_at, article.created_at),
      updated_at = least(coalesce(given.updated_at, article.updated_at), now()),
      featured = case when given.featured is null then article.featured else ${isFeatured} end, revision_note = 'Imported again'
    from jsonb_populate_recordset(null::public.articles, ${rowsOf(articles)}::jsonb) as given
    join private.import_items as item on item.source = ${source} and item.article_id = given.id
    where article.id = given.id and ${isUntouched}
    returning article.id, article.updated_at::text as written_at`
  return new Map(rows.map(({ id, written_at }) => [id, written_at]))
}

/** The ids of those articles here that nobody has changed since, not even since the source was read, and that nobody changes meanwhile. */
async function lockUntouched(
  transaction: Session,
  { source }: Storing,
  articles: readonly StorableArticle[],
): Promise<Set<string>> {
  const ids = articles.flatMap(({ entry }) => (entry.state === 'new' ? [] : [entry.id]))
  if (ids.length === 0) return new Set()
  const rows = await transaction<{ id: string }[]>`
    select article.id
    from public.articles as article
    join private.import_items as item on item.source = ${source} and item.article_id = article.id
    where article.id = any (${ids}::uuid[]) and ${isUntouched}
    order by article.id for update of article`
  return new Set(rows.map(({ id }) => id))
}

function rowsOf(articles: readonly StorableArticle[]): string {
  return JSON.stringify(
    articles.map(({ entry, facts, content, hero_image, social_image, own }) => ({
      ...facts,
      id: entry.id,
      slug: entry.slug,
      language: entry.language,
      original_article_id: entry.original?.id ?? null,
      content,
      hero_image,
      social_image,
      ...own?.row,
      featured: own?.row.featured && facts.published,
    })),
  )
}

/** Stores an article as our own export has it, with its moments, corrections, old slugs, times and sources. */
async function storeOwn(transaction: Session, storing: Storing, article: StorableArticle): Promise<Written> {
  const { entry, facts, own } = article
  const [id, isNew, originalId] = [entry.id, entry.state === 'new', entry.original?.id ?? null]
  if (!own) return new Map()
  // Sources are written before an article that is published is changed, which is refused then.
  if (!isNew) await writeSources(transaction, id, own)
  const isUncovered = isNew && facts.published && (await cannotBePublished(transaction, own, originalId))
  if (isUncovered && !own.schedule)
    notesAt({ file: '', title: facts.title, sourceId: entry.sourceId }, storing.report).info(
      'incomplete',
      'its sources',
      'draft',
    )
  const placed = {
    ...article,
    facts: { ...facts, published: facts.published && !own.schedule && !isUncovered },
  }
  const written = isNew
    ? await insertArticles(transaction, [placed])
    : await updateArticles(transaction, storing, [placed])
  const { language } = entry
  await writeBeside(transaction, own, { id, isNew, language, originalId, isDraft: !facts.published })
  const [row] = await transaction<[{ written_at: string }]>`
    select updated_at::text as written_at from public.articles where id = ${id}`
  return new Map([...written.keys()].map((one) => [one, row.written_at]))
}

async function keepItems(
  transaction: Session,
  { source, importId }: Storing,
  { articles, written }: { articles: readonly StorableArticle[]; written: Written },
): Promise<void> {
  const items = articles.flatMap(({ entry: { sourceId, id, hash } }) => {
    const at = written.get(id)
    return at === undefined ? [] : [{ source_id: sourceId, article_id: id, hash, written_at: at }]
  })
  await transaction`
    insert into private.import_items (source, source_id, article_id, hash, written_at, times, created_by)
    select ${source}, source_id, article_id, hash, written_at, ${TIMES}, ${importId}::uuid
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
      as item (source_id text, article_id uuid, hash text, written_at timestamptz)
    on conflict (source, source_id) do update set hash = excluded.hash, written_at = excluded.written_at,
      times = excluded.times, changed_by = ${importId}::uuid`
}

interface OwnPlace {
  id: string
  isNew: boolean
  language: string
  originalId: string | null
  /** True if it becomes a draft, whatever it was. */
  isDraft: boolean
}

/** Stores what belongs to an article of an export of ours beside its row, with its moments. The original of a translation has to be there. */
async function writeBeside(session: Session, own: OwnFacts, place: OwnPlace): Promise<void> {
  const { id, isNew, language, originalId, isDraft } = place
  if (isNew) await writeSources(session, id, own)
  await writeSlugs(session, id, { language, slugs: own.slugs })
  await writeCorrections(session, { id, originalId, isNew }, own.corrections)
  await writeTimes(session, { id, isNew }, isDraft ? { schedule: null, unpublishing: null } : own)
  if (originalId !== null && own.translation)
    await writeTranslation(session, { id, language, originalId }, own.translation)
}

/** Lets an article rest on the sources that an export names. None of their texts is there, so its sentences have to be compared anew. */
async function writeSources(
  session: Session,
  id: string,
  { sources, drafted }: Pick<OwnFacts, 'sources' | 'drafted'>,
): Promise<void> {
  if (sources.length === 0) return
  await session`
    insert into public.sourced_articles (article_id, model, drafted_at)
    values (${id}, ${drafted?.model ?? null}, ${drafted?.date ?? null}::timestamptz)
    on conflict (article_id) do nothing`
  await session`
    insert into public.article_sources (article_id, number, outlet, title, url, language, published_at, origin_id)
    select ${id}, number, outlet, title, url, language, date, gen_random_uuid()
    from jsonb_to_recordset(${JSON.stringify(sources)}::jsonb)
      as given (number integer, outlet text, title text, url text, language text, date timestamptz)
    on conflict (article_id, number) do nothing`
}

/** An article that rests on sources was not compared with them here, nor is its translation published before it is. */
async function cannotBePublished(
  session: Session,
  { sources }: Pick<OwnFacts, 'sources'>,
  originalId: string | null,
): Promise<boolean> {
  if (sources.length > 0) return true
  const uncovered = await session`
    select from public.articles where id = ${originalId} and private.find_uncovered(articles) is not null`
  return uncovered.length > 0
}

/** An address that another article has, or that leads to one, stays. */
async function writeSlugs(
  session: Session,
  id: string,
  { language, slugs }: { language: string; slugs: string[] },
): Promise<void> {
  if (slugs.length === 0) return
  await session`
    insert into public.slug_redirects (slug, language, article_id)
    select distinct old, ${language}, ${id}::uuid from unnest(${slugs}::text[]) as old
    where not exists (select from public.articles where slug = old and language = ${language} and published)
    on conflict (slug, language) do nothing`
}

/** Stores the notes, and removes others. That of a translation belongs to the one of its original with this date and, of several, this text. */
async function writeCorrections(
  session: Session,
  { id, originalId, isNew }: { id: string; originalId: string | null; isNew: boolean },
  corrections: OwnFacts['corrections'],
): Promise<void> {
  if (!isNew)
    await session`
      delete from public.article_corrections as note where article_id = ${id} and not exists (
      select from jsonb_to_recordset(${JSON.stringify(corrections)}::jsonb) as given (date timestamptz, text text)
      where given.date = note.corrected_at and given.text = note.text)`
  for (const { date, text, translates = null, translatedtext } of corrections)
    await session`
      insert into public.article_corrections (article_id, corrected_at, text, source_id, source_text)
      select ${id}, ${date}::timestamptz, ${text}, source.id, case when source.id is not null then ${translatedtext} end
      from (select) as one left join lateral (
        select note.id from public.article_corrections as note
        where note.article_id = ${originalId}::uuid and note.corrected_at = ${translates}::timestamptz
          and note.source_id is null and not exists (
            select from public.article_corrections as used where used.article_id = ${id} and used.source_id = note.id)
        order by note.text <> ${translatedtext}, note.id limit 1) as source on true
      where not exists (
        select from public.article_corrections as known
        where known.article_id = ${id} and known.corrected_at = ${date}::timestamptz and known.text = ${text})`
}

async function writeTimes(
  session: Session,
  { id, isNew }: { id: string; isNew: boolean },
  { schedule, unpublishing }: Pick<OwnFacts, 'schedule' | 'unpublishing'>,
): Promise<void> {
  if (!isNew) {
    await session`delete from public.article_schedules where article_id = ${id}`
    await session`delete from public.article_unpublishings where article_id = ${id}`
  }
  if (schedule)
    await session`
      insert into public.article_schedules (article_id, publish_at, zone, featured)
      values (${id}, ${schedule.at}::timestamptz, ${schedule.zone}, ${schedule.featured})`
  if (unpublishing)
    await session`
      insert into public.article_unpublishings (article_id, unpublish_at, zone)
      values (${id}, ${unpublishing.at}::timestamptz, ${unpublishing.zone})`
}

/** A translation that is not outdated was made of the present version of its original. */
async function writeTranslation(
  session: Session,
  { id, language, originalId }: { id: string; language: string; originalId: string },
  { origin, model, date, reviewed, corrected, outdated }: NonNullable<OwnFacts['translation']>,
): Promise<void> {
  await session`
    insert into public.article_translations (
      translation_id, original_id, language, source_revision, origin, model, translated_at, reviewed_at, corrected_at, stale_since)
    values (${id}, ${originalId}, ${language},
      (select max(id) from public.article_revisions where article_id = ${originalId} and ${outdated === null}),
      ${origin}, ${model}, ${date}::timestamptz, ${reviewed}::timestamptz, ${corrected}::timestamptz, ${outdated}::timestamptz)
    on conflict (translation_id) do update set original_id = excluded.original_id, source_revision = excluded.source_revision,
      origin = excluded.origin, model = excluded.model, translated_at = excluded.translated_at,
      reviewed_at = excluded.reviewed_at, corrected_at = excluded.corrected_at, stale_since = excluded.stale_since,
      changed_segments = null`
}
