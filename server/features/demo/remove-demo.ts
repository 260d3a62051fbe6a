import { DatabaseError } from 'pg'
import { MEDIA_BUCKET } from '#core/data/media-files.ts'
import { type DemoState, isEmptyDemo, type RemovedDemo } from '#core/domain/demo.ts'
import { findRemoval, REMOVE_DEMO, wasDemoRemoved } from '#server/features/demo/demo-removal.ts'
import { findDemo } from '#server/features/demo/find-demo.ts'
import { listDemoPictures } from '#server/features/demo/seed-demo-pictures.ts'
import { readShippedTexts } from '#server/features/demo/shipped-texts.ts'
import { lockInTransaction } from '#server/platform/database/advisory-lock.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { withoutDeadlock } from '#server/platform/database/without-deadlock.ts'

/** How long a removal waits for the demo that is being loaded, and for articles that are being saved. */
const WAIT_MS = 20_000
/** A lock that was not available in time, and a deadlock. */
const NOT_NOW = ['55P03', '40P01']

const SENTENCES = {
  busy: 'The demo is being loaded, or an article of it is being saved. Try again in a minute.',
  sending: 'A newsletter with articles of the demo is being sent. Try again when that has ended.',
}

/** Why the demo cannot be removed now. Nothing was changed. */
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
    const { free, kept, articles, drafts, isSending } = await findDemo(session)
    if (isSending) throw new DemoInUse('sending')
    const isFirst = !(await wasDemoRemoved(session))
    await session`select set_config('audit.covered', 'on', true)`
    await session`delete from public.articles where id = any (${free}::uuid[])`
    await session`delete from public.article_trash where story_id = any (${free}::uuid[])`
    // The clock may compose another draft for that Sunday.
    await session`delete from private.newsletter_sundays where issue_id = any (${drafts}::uuid[]) and settled_at is null`
    const issues = await session`
      delete from public.newsletter_issues where origin = 'demo' or id = any (${drafts}::uuid[]) returning id`
    const settings = await removeSettings(session)
    const pictures = await removePictures(session)
    // What this transaction has done is one entry.
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

/** Those that still have the value that the demo gave them. */
async function removeSettings(session: Session): Promise<number> {
  const shipped = await readShippedTexts()
  const rows = await session<{ key: string; value: unknown }[]>`
    select key, value from public.settings where key like 'landing\_%' order by key for update`
  const keys = rows.filter(({ key, value }) => shipped.isSetting(key, value)).map(({ key }) => key)
  await session`delete from public.settings where key = any (${keys}::text[])`
  return keys.length
}

/** Those that nothing shows, and that nobody has described, replaced or moved. */
async function removePictures(session: Session): Promise<number> {
  const names = await listDemoPictures()
  const removed = await session`
    delete from storage.objects as object using public.media_files as file
    where file.id = object.id and object.bucket_id = ${MEDIA_BUCKET} and object.name = any (${names}::text[])
      and object.owner is null and object.updated_at = object.created_at
      and file.updated_at < file.uploaded_at + interval '1 second'
      and not exists (select from public.media_uses as used where used.name = object.name)
      and not exists (
        select from public.newsletter_editions where strpos(content, ${MEDIA_BUCKET} || '/' || object.name) > 0)
    returning object.id`
  return removed.length
}

/**
 * What would be removed now, and what would stay: found by removing it in a transaction that is rolled back.
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
