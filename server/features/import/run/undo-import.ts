import { removeImportedPages } from '#server/features/import/pages/bring-pages.ts'
import { type ImportRow, reportImportProgress } from '#server/features/import/run/import-rows.ts'
import type { RunDeps } from '#server/features/import/run/prepare-run.ts'
import {
  countReplaced,
  isUntouched,
  listReplaced,
  putBack,
} from '#server/features/import/run/replaced-articles.ts'
import { beginImporting, isRefusal } from '#server/features/import/run/store-articles.ts'
import type { Sql } from '#server/platform/database/connection.ts'
import { fragment } from '#server/platform/database/fragment.ts'

/** Originals that are taken back in one transaction, with their translations. */
const BATCH = 50

/** The pictures that an import has brought into the library for some of its articles: those that the site itself stored since it began. */
export const broughtPictures = (importId: string, items = fragment`true`) => fragment`
  select distinct uses.name
  from private.import_items as item
  join public.media_uses as uses on uses.article_id = item.article_id
  join storage.objects as file on file.bucket_id = 'article-images' and file.name = uses.name
  where item.created_by = ${importId}::uuid and ${items} and file.owner is null
    and file.created_at >= (select created_at from private.imports where id = ${importId}::uuid)`

/**
 * Takes back the articles that an import has created and that nobody has touched since, with their versions and addresses, and the pictures
 * that nothing else shows, and puts back what it has changed. It goes on after any end of its process.
 * @throws ImportStopped
 */
export async function undoImport(
  { sql }: Pick<RunDeps, 'sql'>,
  row: ImportRow,
  signal: AbortSignal,
): Promise<void> {
  const [{ total, before }] = await sql<[{ total: number; before: number }]>`
    select (select count(*)::int from private.import_items where created_by = imports.id) as total,
      coalesce((progress ->> 'done')::int, 0) as before
    from private.imports where id = ${row.id}`
  // The number that an earlier process has taken back is in the progress.
  let removed = before
  let after = '00000000-0000-0000-0000-000000000000'
  for (;;) {
    signal.throwIfAborted()
    const batch = await takeBack(sql, row, after)
    if (batch.last === null) break
    after = batch.last
    removed += batch.removed
    await reportImportProgress(sql, row.id, { done: removed, total: before + total, title: batch.title })
  }
  for (const [index, { id }] of (await listReplaced(sql, row.id)).entries()) {
    signal.throwIfAborted()
    await sql
      .transaction(async (transaction) => {
        await beginImporting(transaction, row.createdBy)
        await putBack(transaction, row.id, id)
      })
      .catch((error: unknown) => {
        // It stays as it is, and is counted.
        if (!isRefusal(error)) throw error
      })
    if (index % BATCH === 0)
      await reportImportProgress(sql, row.id, { done: removed, total: before + total, title: '' })
  }
  await announceArticles(sql)
  await sql.transaction(async (transaction) => {
    const pages = await removeImportedPages(transaction, row.id)
    const [{ kept }] = await transaction<[{ kept: number }]>`
      select count(*)::int as kept from private.import_items as item
      join public.articles on articles.id = item.article_id where created_by = ${row.id}`
    const replaced = await countReplaced(transaction, row.id)
    const undone = JSON.stringify({
      removed: removed + pages.removed,
      restored: replaced.restored,
      kept: kept + pages.kept + replaced.kept,
    })
    const ended = await transaction`
      update private.imports set state = 'undone', undone = ${undone}::jsonb, progress = null, problem = null, stopping = false,
        active_at = now()
      where id = ${row.id} and state = 'undoing' returning id`
    if (ended.length === 0) return
    await transaction`
      select private.record_act('articles', 'undo_import', 'took back the articles imported from %s', ${row.name}, ${row.id}::uuid,
        ${undone}::jsonb, p_actor => ${row.createdBy}::uuid)`
  })
}

/**
 * The stories of an import that can be taken back whole: each version came with it, or with another one, and was not changed since; nothing
 * of them is in an issue of the newsletter, nobody is writing on them, and nobody has changed their times.
 */
async function takeBack(sql: Sql, row: ImportRow, after: string) {
  return sql.transaction(async (transaction) => {
    await beginImporting(transaction, row.createdBy)
    const candidates = await transaction<{ id: string; title: string }[]>`
      select article.id, article.title
      from private.import_items as item join public.articles as article on article.id = item.article_id
      where item.created_by = ${row.id}::uuid and article.id > ${after}::uuid
      order by article.id limit ${BATCH}`
    const ids = candidates.map(({ id }) => id)
    // Locked before anything is decided: somebody may be saving one of the versions right now.
    await transaction`
      select from public.articles where id = any (${ids}::uuid[]) or original_article_id = any (${ids}::uuid[])
      order by original_article_id nulls first, id for update`
    const free = (
      await transaction<{ id: string }[]>`
        select candidate as id from unnest(${ids}::uuid[]) as candidate where not exists (
          select from public.articles as article
          left join private.import_items as item
            on item.article_id = article.id and item.created_by = ${row.id}::uuid and ${isUntouched}
          where candidate in (article.id, article.original_article_id) and (item.article_id is null
            or exists (select from public.newsletter_items where article_id = article.id)
            or exists (select from public.working_copies where article_id = article.id)))`
    ).map(({ id }) => id)
    const versions = (
      await transaction<{ id: string }[]>`
        select id from public.articles where id = any (${free}::uuid[]) or original_article_id = any (${free}::uuid[])`
    ).map(({ id }) => id)
    const pictures = (
      await transaction<
        { name: string }[]
      >`${broughtPictures(row.id, fragment`item.article_id = any (${versions}::uuid[])`)}`
    ).map(({ name }) => name)
    await transaction`
      delete from public.articles using private.import_items as item
      where articles.id = any (${free}::uuid[]) and item.article_id = articles.id and item.written_at = articles.updated_at`
    // The articles are not kept in the trash: the source still has them.
    await transaction`
      delete from public.article_trash where article_id = any (${versions}::uuid[])
        and not exists (select from public.articles where id = article_id)`
    const gone = await transaction`
      delete from private.import_items where article_id = any (${versions}::uuid[])
        and not exists (select from public.articles where id = article_id) returning 1`
    await transaction`
      delete from storage.objects as file
      where bucket_id = 'article-images' and name = any (${pictures}::text[])
        and not exists (select from public.media_uses where media_uses.name = file.name)`
    return {
      removed: gone.length,
      last: candidates.at(-1)?.id ?? null,
      title: candidates.at(-1)?.title ?? '',
    }
  })
}

/** Tells pages and open desks once of all articles that were imported or taken back since. */
export async function announceArticles(sql: Sql): Promise<void> {
  await sql`
    select pg_notify('page_changes', '*'),
      pg_notify('realtime', jsonb_build_object('kind', 'reload', 'table', 'articles')::text)`
}
