import { ARTICLE_FIELD_NAMES } from '#core/domain/article-fields.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { type Fragment, fragment, joined, literal, name } from '#server/platform/database/fragment.ts'

/** The columns of an article that an import may change. Its language stays, and whether it is featured depends on others. */
const COLUMNS = joined(
  [
    ...ARTICLE_FIELD_NAMES.filter((field) => field !== 'featured'),
    ...['created_at', 'updated_at', 'published'],
  ].map((column) => name(column)),
)

/** The tables with what belongs to an article and is changed with it, and how each names the article. */
const BESIDE = (
  [
    ['public', 'slug_redirects', 'article_id'],
    ['private', 'old_addresses', 'article_id'],
    ['public', 'article_schedules', 'article_id'],
    ['public', 'article_unpublishings', 'article_id'],
    ['public', 'article_corrections', 'article_id'],
    ['public', 'article_translations', 'translation_id'],
    ['public', 'sourced_articles', 'article_id'],
    ['public', 'article_sources', 'article_id'],
  ] as const
).map(([schema, table, key]) => ({ label: table, table: name(schema, table), key: name(key) }))

const ROWS_BESIDE = joined(
  BESIDE.map(
    ({ label, table, key }) => fragment`${literal(label)}, (
      select coalesce(jsonb_agg(to_jsonb(beside)), '[]') from ${table} as beside where beside.${key} = article.id)`,
  ),
)

/** The times at which the article of an item is to be published and unpublished, and who says so. */
export const TIMES = fragment`jsonb_build_array(
  (select jsonb_build_array(extract(epoch from publish_at), created_by) from public.article_schedules as schedule where schedule.article_id = item.article_id),
  (select jsonb_build_array(extract(epoch from unpublish_at), created_by) from public.article_unpublishings as ending where ending.article_id = item.article_id))`

/** True if nobody has changed the article of an item, or when it is to be published and unpublished, since an import has written it. */
export const isUntouched = fragment`(article.updated_at = item.written_at and item.times = ${TIMES})`

/** Keeps articles as they are, before an import changes them for the first time. What it has made itself is deleted by undoing it. */
export async function keepReplaced(
  transaction: Session,
  { source, importId }: { source: string; importId: string },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await transaction`
    update private.import_items as item set replaced = item.replaced || jsonb_build_object(${importId}::text, jsonb_build_object(
      'item', to_jsonb(item) - 'replaced', 'article', to_jsonb(article), 'beside', jsonb_build_object(${ROWS_BESIDE})))
    from public.articles as article
    where item.source = ${source} and item.article_id = article.id and article.id = any (${ids}::uuid[])
      and item.created_by is distinct from ${importId}::uuid and not item.replaced ? ${importId}::text`
}

/** The articles that an import has changed and that are not as they were before, originals first: their translations follow them. */
export function listReplaced(sql: Session, importId: string): Promise<Replaced[]> {
  return sql<Replaced[]>`
    select article.id, article.title, source_id as "sourceId", replaced #>> array[${importId}::text, 'article', 'title'] as before
    from private.import_items as item join public.articles as article on article.id = article_id
    where changed_by = ${importId}::uuid and replaced -> ${importId}::text ? 'article'
    order by article.original_article_id is not null, source_id`
}

interface Replaced {
  id: string
  title: string
  sourceId: string
  /** Its title before. */
  before: string
}

/** Has an article be again as it was before an import has changed it, unless it is in use, or somebody has changed it since. */
export async function putBack(transaction: Session, importId: string, articleId: string): Promise<void> {
  await transaction`select from public.articles where id = ${articleId}::uuid for update`
  const [before] = await transaction<{ item: string; article: string; beside: string }[]>`
    select before ->> 'item' as item, before ->> 'article' as article, before ->> 'beside' as beside
    from (select replaced -> ${importId}::text as before, * from private.import_items) as item
    join public.articles as article on article.id = article_id and ${isUntouched}
    where article_id = ${articleId}::uuid and changed_by = ${importId}::uuid and before ? 'article'
      and not exists (select from public.working_copies as copy where copy.article_id = item.article_id)`
  if (!before) return
  const write = (more: Fragment) => transaction`
    update public.articles as article set
      (${COLUMNS}) = (select ${COLUMNS} from jsonb_populate_record(null::public.articles, ${before.article}::jsonb)), ${more}
    where id = ${articleId}::uuid`
  // Those who follow the article are told that it has changed, before its dates are what they were.
  await write(fragment`revision_note = 'Restored by undoing an import'`)
  await restoring(transaction, async () => {
    await write(fragment`featured = (${before.article}::jsonb ->> 'featured')::boolean and (featured or not exists (
      select from public.articles as other where other.language = article.language and other.featured))`)
    for (const { label, table, key } of BESIDE) {
      const rows = fragment`(${before.beside}::jsonb -> ${literal(label)})`
      await transaction`
        delete from ${table} as beside
        where beside.${key} = ${articleId}::uuid and not ${rows} @> to_jsonb(array[beside])`
      await transaction`
        insert into ${table} select * from jsonb_populate_recordset(null::${table}, ${rows}) on conflict do nothing`
    }
  })
  await transaction`
    update private.import_items as item set hash = was.hash, written_at = was.written_at, times = was.times,
      changed_by = (select id from private.imports where id = was.changed_by),
      replaced = item.replaced || jsonb_build_object(${importId}::text, '{"putBack": true}'::jsonb)
    from jsonb_populate_record(null::private.import_items, ${before.item}::jsonb) as was
    where item.article_id = ${articleId}::uuid`
}

/** Counts the articles that are again as they were before an import, and those that are not. */
export async function countReplaced(
  sql: Session,
  importId: string,
): Promise<{ restored: number; kept: number }> {
  const [counts] = await sql<[{ restored: number; kept: number }]>`
    select count(*) filter (where before ? 'putBack')::int as restored, count(*) filter (where before ? 'article')::int as kept
    from (select replaced -> ${importId}::text as before, article_id from private.import_items) as item
    join public.articles on articles.id = article_id`
  return counts
}

/** Runs work in a transaction in which rows keep the moments that are written (`private.is_restoring`). */
export async function restoring<T>(session: Session, work: () => Promise<T>): Promise<T> {
  await session`select set_config('publication.restoring', 'on', true)`
  const result = await work()
  // After an error the transaction, or the savepoint around this, takes it back.
  await session`select set_config('publication.restoring', '', true)`
  return result
}
