import { DatabaseError } from 'pg'
import { MEDIA_BUCKET } from '#core/data/media-files.ts'
import { type DemoState, isEmptyDemo, type RemovedDemo } from '#core/domain/demo.ts'
import { readDemoFiles } from '#server/features/demo/demo-files.ts'
import { findDemo } from '#server/features/demo/find-demo.ts'
import { readDemoSettings } from '#server/features/demo/seed-demo.ts'
import { lockInTransaction } from '#server/platform/database/advisory-lock.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { withoutDeadlock } from '#server/platform/database/without-deadlock.ts'

/** The action of the audit log. */
const REMOVE_DEMO = 'remove_demo'
/** The time that a removal waits for the demo that is being loaded, and for articles that are being saved. */
const WAIT_MS = 20_000
/** A lock that was not available in time, and a deadlock. */
const NOT_NOW = ['55P03', '40P01']

const SENTENCES = {
  busy: 'The demo is being loaded, or an article of it is being saved. Try again in a minute.',
  sending: 'A newsletter with articles of the demo is being sent. Try again when that has ended.',
}

/** The reason why the demo cannot be removed now. Nothing was changed. */
export class DemoInUse extends Error {
  readonly code: keyof typeof SENTENCES

  constructor(code: keyof typeof SENTENCES, options?: ErrorOptions) {
    super(SENTENCES[code], options)
    this.code = code
  }
}

/**
 * Removes everything of the demo on which nobody has worked: articles, pictures, issues and settings. Nothing goes to the trash, no
 * address is forwarded, and the audit log gets one entry. Files are noted for removal, which the job `purge` does after the commit. It
 * is the first change of its transaction.
 * @throws DemoInUse
 */
export async function removeDemo(
  session: Session,
  { actor = null, waitMs = WAIT_MS }: { actor?: string | null; waitMs?: number } = {},
): Promise<RemovedDemo> {
  try {
    await lockInTransaction(session, 'firstContent', waitMs)
    const isFirst = !(await wasDemoRemoved(session))
    if (isFirst) await markEarlierDemo(session)
    const { free, kept, articles, drafts, isSending } = await findDemo(session)
    if (isSending) throw new DemoInUse('sending')
    await session`select set_config('audit.covered', 'on', true)`
    await session`delete from public.articles where id = any (${free}::uuid[])`
    await session`delete from public.article_trash where story_id = any (${free}::uuid[])`
    // The clock may compose another draft for that Sunday.
    await session`delete from private.newsletter_sundays where issue_id = any (${drafts}::uuid[]) and settled_at is null`
    const issues = await session`
      delete from public.newsletter_issues where origin = 'demo' or id = any (${drafts}::uuid[]) returning id`
    const settings = await removeSettings(session)
    const pictures = await removePictures(session)
    // The changes of this transaction are one entry.
    await session`delete from public.audit_log where xmin = pg_current_xact_id()::xid`
    await session`select set_config('audit.covered', '', true)`
    const removed = { stories: free.length, articles, issues: issues.length, settings, pictures }
    if (isFirst || !isEmptyDemo(removed))
      await session`
        select private.record_act('articles', ${REMOVE_DEMO}, 'removed the demo', p_actor => ${actor}::uuid,
          p_details => ${JSON.stringify({ ...removed, kept: kept.length })}::jsonb)`
    return { removed, kept }
  } catch (error) {
    if (error instanceof DatabaseError && NOT_NOW.includes(error.code ?? ''))
      throw new DemoInUse('busy', { cause: error })
    throw error
  }
}

/**
 * Marks a demo that a version without marks has loaded: what still says what this version ships. An article that says something else, or
 * that was saved since, counts as changed.
 */
async function markEarlierDemo(session: Session): Promise<void> {
  const unmarked = await session`
    select from public.audit_log where action = 'load_demo' and not exists (select from private.demo_rows) limit 1`
  if (unmarked.length === 0) return
  const { originals, translations } = await readDemoFiles()
  const articles = [...originals, ...translations].map(({ language, slug, content, header }) => ({
    ...header,
    language,
    slug,
    content,
  }))
  await session`
    insert into private.demo_rows (id, is_changed)
    select article.id::text,
      (article.title, article.excerpt, article.content) <> (brought.title, brought.excerpt, brought.content)
        or (select count(*) from public.article_revisions where article_id = article.id) <> 1
    from public.articles as article
      join jsonb_to_recordset(${JSON.stringify(articles)}::jsonb)
        as brought (language text, slug text, title text, excerpt text, content text) using (language, slug)
    union all
    select key, false from public.settings
      join jsonb_to_recordset(${JSON.stringify(await readDemoSettings())}::jsonb) as brought (key text, value jsonb) using (key, value)
    union all
    select object.id::text, false from storage.objects as object join public.media_files as file using (id)
    where file.name like 'demo/%' and owner is null and object.updated_at = object.created_at
      and file.updated_at < uploaded_at + interval '1 second'`
}

/** Tells whether somebody has removed the demo, so that nothing of it may come back. */
export async function wasDemoRemoved(session: Session): Promise<boolean> {
  return (await findRemoval(session)) !== null
}

/** Finds the time at which the demo was first removed. */
async function findRemoval(session: Session): Promise<Date | null> {
  const [row] = await session<{ at: Date }[]>`
    select happened_at as at from public.audit_log where kind = 'articles' and action = ${REMOVE_DEMO} order by id limit 1`
  return row?.at ?? null
}

/** Those that nobody has changed. */
async function removeSettings(session: Session): Promise<number> {
  await session`
    select from public.settings where key in (select id from private.demo_rows) order by key for update`
  const removed = await session`
    delete from public.settings where key in (select id from private.demo_rows where not is_changed) returning key`
  return removed.length
}

/** Those that nothing shows, and that nobody has described, replaced or moved. */
async function removePictures(session: Session): Promise<number> {
  const removed = await session`
    delete from storage.objects as object
    where object.id::text in (select id from private.demo_rows where not is_changed)
      and not exists (select from public.media_uses as used where used.name = object.name)
      and not exists (
        select from public.newsletter_editions where strpos(content, ${MEDIA_BUCKET} || '/' || object.name) > 0)
    returning object.id`
  return removed.length
}

/**
 * Tells what would be removed now, and what would stay: found by removing it in a transaction that is rolled back.
 * @throws DemoInUse
 */
export async function readDemoState(sql: Sql): Promise<DemoState> {
  const found: RemovedDemo[] = []
  const rehearse = async (session: Session) => {
    found.push(await removeDemo(session, { waitMs: 2_000 }))
    throw new Rehearsed()
  }
  await withoutDeadlock(() => sql.transaction(rehearse)).catch((error: unknown) => {
    if (!(error instanceof Rehearsed)) throw error
  })
  const [{ removed, kept } = { removed: EMPTY, kept: [] }] = found
  return { removable: removed, kept, removedAt: (await findRemoval(sql))?.toISOString() ?? null }
}

class Rehearsed extends Error {}

const EMPTY = { stories: 0, articles: 0, issues: 0, settings: 0, pictures: 0 }
