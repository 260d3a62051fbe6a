import type { OwnFacts } from '#server/features/import/imported.ts'
import type { Session } from '#server/platform/database/connection.ts'

interface OwnPlace {
  id: string
  isNew: boolean
  language: string
  originalId: string | null
  /** True if it becomes a draft, whatever it was. */
  isDraft: boolean
}

/** Stores what belongs to an article of an export of ours beside its row, with its moments. The original of a translation has to be there. */
export async function writeBeside(session: Session, own: OwnFacts, place: OwnPlace): Promise<void> {
  const { id, isNew, language, originalId, isDraft } = place
  if (isNew) await writeSources(session, id, own)
  await writeSlugs(session, id, { language, slugs: own.slugs })
  await writeCorrections(session, { id, originalId, isNew }, own.corrections)
  await writeTimes(session, { id, isNew }, isDraft ? { schedule: null, unpublishing: null } : own)
  if (originalId !== null && own.translation)
    await writeTranslation(session, { id, language, originalId }, own.translation)
}

/** Lets an article rest on the sources that an export names. None of their texts is there, so its sentences have to be compared anew. */
export async function writeSources(
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
export async function cannotBePublished(
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
