import { DEMO_WORK, type DemoWork, type KeptStory } from '#core/domain/demo.ts'
import type { Language } from '#core/i18n/languages.ts'
import { type ArticleText, readShippedTexts, type ShippedTexts } from '#server/features/demo/shipped-texts.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** The stories of the demo, and the drafts of the newsletter that were made of them. */
export interface FoundDemo {
  /** The ids of the originals on which nobody has worked. */
  free: string[]
  /** How many articles they have, in all languages. */
  articles: number
  kept: KeptStory[]
  /** Drafts in which nobody has written anything, with nothing but these stories. */
  drafts: string[]
  /** Whether a newsletter with one of the stories, or with a link to it, is being sent. */
  isSending: boolean
}

interface Version extends ArticleText {
  story: string
  language: Language
  /** The text of its first version. */
  first: ArticleText
  /** How many different texts it has had. */
  texts: number
  work: DemoWork[]
}

interface Story {
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
 * Finds the stories of the demo, also those in the trash, and locks their articles and the newsletters with them until the end of the transaction. A story is free as
 * long as each of its articles has never said anything but what the demo of some version said, and nothing of a person or a reader hangs
 * on it. Its section, and whether it is published or featured, do not count as work.
 */
export async function findDemo(session: Session): Promise<FoundDemo> {
  const shipped = await readShippedTexts()
  const stories = storiesOf(await readVersions(session, await lockStories(session, shipped.slugs)), shipped)
  const issues = await readIssues(session, [...stories.keys()])
  const drafts = keepIssues(stories, issues)
  const free = [...stories].filter(([, { work }]) => work.size === 0)
  return {
    free: free.map(([id]) => id),
    articles: free.reduce((sum, [, { versions }]) => sum + versions.length, 0),
    kept: [...stories].flatMap(([id, story]) => (story.work.size > 0 ? [describe(id, story, shipped)] : [])),
    drafts,
    isSending: issues.some(({ isSending }) => isSending),
  }
}

const isUntouched = (version: Version, shipped: ShippedTexts) =>
  version.texts === 1 && shipped.isArticle(version)

function storiesOf(versions: Version[], shipped: ShippedTexts): Map<string, Story> {
  const stories = new Map<string, Story>()
  for (const [id, members] of Map.groupBy(versions, ({ story }) => story)) {
    const original = members.find(({ language }) => language === 'en') ?? members[0]
    if (!original || !(shipped.isArticle(original.first) || shipped.slugs.includes(original.slug))) continue
    const work = new Set(members.flatMap((version) => version.work))
    if (!members.every((version) => isUntouched(version, shipped))) work.add('edited')
    stories.set(id, { versions: members, work })
  }
  return stories
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

function describe(id: string, { versions, work }: Story, shipped: ShippedTexts): KeptStory {
  const original = versions.find(({ language }) => language === 'en') ?? versions[0]
  const touched = versions.filter((version) => version.work.length > 0 || !isUntouched(version, shipped))
  return {
    title: original?.title ?? id,
    slug: original?.slug ?? '',
    languages: touched.length > 0 ? touched.map(({ language }) => language) : ['en'],
    work: DEMO_WORK.filter((one) => work.has(one)),
  }
}

/** The originals that may be of the demo, by their address or by a picture that they have or had. */
async function lockStories(session: Session, slugs: string[]): Promise<string[]> {
  const rows = await session<{ id: string }[]>`
    select id from public.articles
    where original_article_id is null and (slug = any (${slugs}::text[]) and language = 'en'
      or hero_image like '/demo/%' or id in (
        select article_id from public.media_uses where name like 'demo/%' and kind in ('hero', 'revision')))
    union
    select story_id from public.article_trash where slug = any (${slugs}::text[]) and language = 'en'
      or article ->> 'hero_image' ~ '^/(demo|storage/v1/object/public/article-images/demo)/'`
  const ids = rows.map(({ id }) => id)
  await session`
    select from public.articles where id = any (${ids}::uuid[]) or original_article_id = any (${ids}::uuid[])
    order by original_article_id nulls first, id for update`
  return ids
}

/** Every article of these stories, with what hangs on it. */
async function readVersions(session: Session, stories: string[]): Promise<Version[]> {
  return session<Version[]>`
    with present as (
      select id, coalesce(original_article_id, id) as story, to_jsonb(article) as said from public.articles as article
      where id = any (${stories}::uuid[]) or original_article_id = any (${stories}::uuid[])
      union all
      select article_id, story_id, article from public.article_trash where story_id = any (${stories}::uuid[])
    ), every_text as (
      select id, 0 as number, said from present
      union all
      select present.id, revision.id, revision.article
      from present join public.article_revisions as revision on article_id = present.id
    ), texts as (
      select id, count(distinct md5(jsonb_build_array(
          said -> 'slug', said -> 'title', said ->> 'subtitle', said -> 'excerpt', said -> 'content', said -> 'author',
          said -> 'reading_time', said ->> 'hero_image', said ->> 'social_title', said ->> 'social_description',
          said ->> 'social_image')::text))::integer as texts
      from every_text group by id
    )
    select story, text.*, texts, (
        select to_jsonb(first) from every_text, lateral jsonb_to_record(said) as first (
          language text, slug text, title text, subtitle text, excerpt text, content text)
        where every_text.id = present.id order by number = 0, number limit 1) as first,
      array_remove(array[
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
    from present join texts using (id), lateral jsonb_to_record(said) as text (
      language text, slug text, title text, subtitle text, excerpt text, content text)
    order by text.language <> 'en', text.language, text.slug`
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

/** Which issues have one of these stories among their items, linked in what was approved, or linked in the text of a draft. */
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
