import { DatabaseError } from 'pg'
import { MEDIA_BUCKET } from '#core/data/media-files.ts'
import {
  DEMO_WORK,
  type DemoState,
  type DemoWork,
  isEmptyDemo,
  type KeptStory,
  type RemovedDemo,
} from '#core/domain/demo.ts'
import type { Language } from '#core/i18n/languages.ts'
import { readDemoFiles } from '#server/features/demo/demo-files.ts'
import { readDemoSettings } from '#server/features/demo/seed-demo.ts'
import { lockInTransaction } from '#server/platform/database/advisory-lock.ts'
import { type Session, type Sql, withoutDeadlock } from '#server/platform/database/connection.ts'

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

/** The stories of the demo, and the drafts of the newsletter that were made of them. */
interface FoundDemo {
  /** The ids of the originals on which nobody has worked. */
  free: string[]
  /** The number of articles that they have, in all languages. */
  articles: number
  kept: KeptStory[]
  /** Drafts in which nobody has written anything, with nothing but these stories. */
  drafts: string[]
  /** True while a newsletter with one of the stories, or with a link to it, is being sent. */
  isSending: boolean
}

interface Version {
  story: string
  language: Language
  slug: string
  title: string
  work: DemoWork[]
}

interface Story {
  /** The original first. */
  versions: Version[]
  work: Set<DemoWork>
}

interface Issue {
  id: string
  articles: string[]
  isUnwritten: boolean
  isSending: boolean
}

/**
 * Finds the stories of the demo, also those in the trash, and locks their articles and the newsletters with them until the end of the
 * transaction. A story is free as long as each of its articles came with the demo and was not changed since, and nothing of a person or a
 * reader hangs on it. Its section, and whether it is published or featured, do not count as work.
 */
async function findDemo(session: Session): Promise<FoundDemo> {
  const members = Map.groupBy(await readVersions(session, await lockStories(session)), ({ story }) => story)
  const stories = new Map<string, Story>()
  for (const [id, versions] of members)
    stories.set(id, { versions, work: new Set(versions.flatMap(({ work }) => work)) })
  const issues = await readIssues(session, [...stories.keys()])
  const drafts = keepIssues(stories, issues)
  const free = [...stories].filter(([, { work }]) => work.size === 0)
  return {
    free: free.map(([id]) => id),
    articles: free.reduce((sum, [, { versions }]) => sum + versions.length, 0),
    kept: [...stories.values()].filter(({ work }) => work.size > 0).map(describe),
    drafts,
    isSending: issues.some(({ isSending }) => isSending),
  }
}

/** Marks the stories that are in an issue of somebody, and returns the drafts that can go with the others. */
function keepIssues(stories: ReadonlyMap<string, Story>, issues: Issue[]): string[] {
  const isFree = (id: string) => stories.get(id)?.work.size === 0
  const canGo = ({ articles, isUnwritten }: Issue) => isUnwritten && articles.every(isFree)
  for (;;) {
    const held = issues.flatMap((issue) => (canGo(issue) ? [] : issue.articles.filter(isFree)))
    if (held.length === 0) return issues.filter(canGo).map(({ id }) => id)
    for (const id of held) stories.get(id)?.work.add('newsletter')
  }
}

function describe({ versions, work }: Story): KeptStory {
  const touched = versions.filter((version) => version.work.length > 0)
  return {
    title: versions[0]?.title ?? '',
    slug: versions[0]?.slug ?? '',
    languages: touched.length > 0 ? touched.map(({ language }) => language) : ['en'],
    work: DEMO_WORK.filter((one) => work.has(one)),
  }
}

/** The ids of the originals that came with the demo. */
async function lockStories(session: Session): Promise<string[]> {
  const rows = await session<{ id: string }[]>`
    select id from public.articles
    where original_article_id is null and id::text in (select id from private.demo_rows)
    union
    select article_id from public.article_trash where article_id = story_id and article ? 'demo_row'`
  const ids = rows.map(({ id }) => id)
  await session`
    select from public.articles where id = any (${ids}::uuid[]) or original_article_id = any (${ids}::uuid[])
    order by original_article_id nulls first, id for update`
  return ids
}

/** Every article of these stories, with what hangs on it. One that did not come with the demo counts as an edit. */
async function readVersions(session: Session, stories: string[]): Promise<Version[]> {
  return session<Version[]>`
    with present as (
      select article.id, coalesce(original_article_id, article.id) as story, language, slug, title, is_changed
      from public.articles as article left join private.demo_rows as brought on brought.id = article.id::text
      where article.id = any (${stories}::uuid[]) or original_article_id = any (${stories}::uuid[])
      union all
      select article_id, story_id, language, slug, title, (article #>> '{demo_row,is_changed}')::boolean
      from public.article_trash where story_id = any (${stories}::uuid[])
    )
    select story, language, slug, title,
      array_remove(array[
        case when is_changed is not false then 'edited' end,
        case when exists (
          select from public.working_copies
          where article_id = present.id or form ->> 'original_article_id' = present.id::text) then 'unsaved' end,
        case when exists (select from public.article_corrections where article_id = present.id) then 'correction' end,
        case when exists (select from public.translation_reports where translation_id = present.id) then 'report' end,
        case when exists (select from public.article_check_overrides where article_id = present.id) then 'finding' end,
        case when exists (select from public.translation_runs where article_id = present.id)
          or exists (select from private.refused_translations where article_id = present.id) then 'translation' end,
        case when exists (select from public.article_translations where translation_id = present.id and reviewed_at is not null)
          or exists (select from public.pending_translations where translation_id = present.id) then 'review' end,
        case when exists (select from public.article_schedules where article_id = present.id and status = 'waiting')
          or exists (select from public.article_unpublishings where article_id = present.id) then 'schedule' end], null) as work
    from present order by id <> story, language, slug`
}

/** The issues with one of these stories, apart from those of the demo. They are locked, so that what is written meanwhile is seen. */
async function readIssues(session: Session, stories: string[]): Promise<Issue[]> {
  const before = await listMentions(session, stories)
  await session`
    select from public.newsletter_issues where id = any (${before.map(({ issue }) => issue)}::uuid[]) order by id for update`
  const mentions = Map.groupBy(await listMentions(session, stories), ({ issue }) => issue)
  const issues = await session<(Issue & { items: string[] })[]>`
    select issue.id, issue.status = 'sending' as "isSending",
      array(select article_id from public.newsletter_items where issue_id = issue.id) as items,
      issue.status = 'draft' and issue.origin in ('clock', 'desk')
        and not exists (select from public.newsletter_items where issue_id = issue.id and pinned)
        and not exists (
          select from public.newsletter_editions
          where issue_id = issue.id and (origin = 'person' or content is not null or reviewed_at is not null))
        and not exists (
          select from public.newsletter_summaries join public.newsletter_items as other on other.id = item_id
          where other.issue_id = issue.id and newsletter_summaries.origin = 'person') as "isUnwritten"
    from public.newsletter_issues as issue where id = any (${[...mentions.keys()]}::uuid[]) order by id`
  return issues.map(({ items, ...issue }) => ({
    ...issue,
    articles: [...items, ...(mentions.get(issue.id) ?? []).map(({ story }) => story)],
  }))
}

/** Lists the issues that have one of these stories among their items, linked in what was approved, or linked in the text of a draft. */
async function listMentions(
  session: Session,
  stories: string[],
): Promise<{ issue: string; story: string }[]> {
  return session`
    with versions as (
      select id, slug, coalesce(original_article_id, id) as story from public.articles
      where id = any (${stories}::uuid[]) or original_article_id = any (${stories}::uuid[])
    ), mentions as (
      select issue_id, article_id as story from public.newsletter_items where article_id = any (${stories}::uuid[])
      union
      select issue_id, story
      from private.newsletter_approvals, jsonb_to_recordset(parts) as part (kind text, key text)
        join versions on part.kind = 'article' and part.key = versions.id::text
      union
      select issue_id, story
      from public.newsletter_editions join public.newsletter_issues on id = issue_id and status = 'draft'
        join versions on concat_ws(' ', introduction, content) ~ ('/article/' || versions.slug || '(?![a-z0-9-])')
    )
    select issue_id as issue, story from mentions join public.newsletter_issues on id = issue_id where origin <> 'demo'`
}
