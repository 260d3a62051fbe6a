import type { OwnArticle, OwnCorrection } from '#server/features/import/publication/own-article.ts'
import { restoring } from '#server/features/import/publication/restoring.ts'
import type { Session } from '#server/platform/database/connection.ts'

interface OwnArticlePlace {
  /** Of the article that an earlier run has stored, which is replaced; null for a new one. */
  id: string | null
  language: string
  slug: string
  originalId: string | null
  /** For an article whose section is not there. */
  section: string
  /** Whether it becomes a draft, whatever it was. */
  isDraft: boolean
}

/**
 * Stores an article as our own export has it, with its moments, corrections, old slugs, schedule and how it was translated, in a
 * transaction under way. Returns its id. The original of a translation has to be there.
 */
export function writeOwnArticle(session: Session, own: OwnArticle, place: OwnArticlePlace): Promise<string> {
  return restoring(session, async () => {
    const isNew = place.id === null
    // Before one that is published is changed, which is refused then.
    if (place.id !== null) await writeSources(session, place.id, own)
    const id = await writeRow(session, own, place)
    if (isNew) await writeSources(session, id, own)
    await writeSlugs(session, id, { language: place.language, slugs: own.slugs })
    await writeCorrections(session, { id, originalId: place.originalId, isNew }, own.corrections)
    const times = place.isDraft ? { schedule: null, unpublishing: null } : own
    await writeTimes(session, { id, isNew }, times)
    if (place.originalId !== null && own.translation)
      await writeTranslation(
        session,
        { id, language: place.language, originalId: place.originalId },
        own.translation,
      )
    return id
  })
}

/** Lets an article rest on the sources that an export names. None of their texts is there, so its sentences have to be compared anew. */
async function writeSources(
  session: Session,
  id: string,
  { sources, drafted }: Pick<OwnArticle, 'sources' | 'drafted'>,
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

async function writeRow(session: Session, own: OwnArticle, place: OwnArticlePlace): Promise<string> {
  const isUncovered = place.id === null && (await cannotBePublished(session, own, place))
  const published = own.published && !place.isDraft && !isUncovered
  // The featured article of a paper that has one stays.
  const [row] = await session<[{ section: string; featured: boolean }]>`
    select coalesce((select slug from public.categories where slug = ${own.category}), ${place.section}) as section,
      ${published && own.featured} and not exists (
        select from public.articles
        where language = ${place.language} and featured and id is distinct from ${place.id}::uuid) as featured`
  const values = JSON.stringify({
    title: own.title,
    subtitle: own.subtitle,
    excerpt: own.excerpt,
    content: own.content,
    category: row.section,
    author: own.author,
    reading_time: own.readingTime,
    hero_image: own.heroImage,
    social_title: own.socialTitle,
    social_description: own.socialDescription,
    social_image: own.socialImage,
    published,
    featured: row.featured,
    publish_date: own.publishDate,
    created_at: own.createdAt,
    updated_at: own.updatedAt,
    language: place.language,
    slug: place.slug,
    original_article_id: place.originalId,
  })
  const [stored] = place.id
    ? await session<[{ id: string }]>`
        update public.articles as article set title = given.title, subtitle = given.subtitle, excerpt = given.excerpt,
          content = given.content, category = given.category, author = given.author, reading_time = given.reading_time,
          hero_image = given.hero_image, social_title = given.social_title, social_description = given.social_description,
          social_image = given.social_image, published = given.published, featured = given.featured,
          publish_date = given.publish_date, created_at = given.created_at, updated_at = least(given.updated_at, now()), slug = given.slug
        from jsonb_populate_record(null::public.articles, ${values}::jsonb) as given
        where article.id = ${place.id} returning article.id`
    : await session<[{ id: string }]>`
        insert into public.articles (language, slug, title, subtitle, excerpt, content, category, author, reading_time, hero_image,
          social_title, social_description, social_image, published, featured, publish_date, created_at, updated_at,
          original_article_id)
        select language, slug, title, subtitle, excerpt, content, category, author, reading_time, hero_image, social_title,
          social_description, social_image, published, featured, publish_date, created_at, least(updated_at, now()), original_article_id
        from jsonb_populate_record(null::public.articles, ${values}::jsonb) returning id`
  if (!stored) throw new Error('The article is not there any more')
  return stored.id
}

/** What rests on sources was not compared with them here, nor is its translation published before it is. */
async function cannotBePublished(
  session: Session,
  { sources }: OwnArticle,
  { originalId }: OwnArticlePlace,
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
  corrections: OwnCorrection[],
): Promise<void> {
  if (!isNew)
    await session`
      delete from public.article_corrections as note where article_id = ${id} and not exists (
      select from jsonb_to_recordset(${JSON.stringify(corrections)}::jsonb) as given (date timestamptz, text text)
      where given.date = note.corrected_at and given.text = note.text)`
  for (const { date, text, translates } of corrections)
    await session`
      insert into public.article_corrections (article_id, corrected_at, text, source_id, source_text)
      select ${id}, ${date}::timestamptz, ${text}, source.id, case when source.id is not null then ${translates?.text ?? ''} end
      from (select) as one left join lateral (
        select note.id from public.article_corrections as note
        where note.article_id = ${originalId}::uuid and note.corrected_at = ${translates?.date ?? null}::timestamptz
          and note.source_id is null and not exists (
            select from public.article_corrections as used where used.article_id = ${id} and used.source_id = note.id)
        order by note.text <> ${translates?.text ?? ''}, note.id limit 1) as source on true
      where not exists (
        select from public.article_corrections as known
        where known.article_id = ${id} and known.corrected_at = ${date}::timestamptz and known.text = ${text})`
}

async function writeTimes(
  session: Session,
  { id, isNew }: { id: string; isNew: boolean },
  { schedule, unpublishing }: Pick<OwnArticle, 'schedule' | 'unpublishing'>,
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
  { origin, model, date, reviewed, corrected, outdated }: NonNullable<OwnArticle['translation']>,
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
