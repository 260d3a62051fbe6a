import { hash } from 'node:crypto'
import type { TextOrigin, TranslatedLanguage } from '#core/domain/article-translation.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** A text of an original, and what it is there. */
export interface SourceText {
  /** The kind of the segment, or the name of the field. */
  context: string
  text: string
}

/** A pair of texts as it is stored. */
export interface RememberedText extends SourceText {
  id: number
  translation: string
  origin: TextOrigin
  /** True if an editor keeps it although a check refuses it. */
  isKept: boolean
}

interface NewText extends SourceText {
  translation: string
}

/** The wordings of one text that are read, because the first may not pass the checks any more. */
const MOST_WORDINGS = 3
/** The number of texts that one statement looks up. */
const BATCH = 500

/** The key of a text and its context. */
export const keyOfText = ({ context, text }: SourceText) => `${context}\n${text}`

export const hashSource = (text: string) => hash('sha256', text)

/**
 * The remembered wordings of these texts, by their keys, the best first: those of editors before machine wordings, then those that editors keep,
 * then those of the translation itself, then the newest. With `since`, only wordings from then on.
 */
export async function recallTexts(
  sql: Session,
  texts: readonly SourceText[],
  {
    language,
    translationId = null,
    since = null,
  }: { language: TranslatedLanguage; translationId?: string | null; since?: string | null },
): Promise<Map<string, RememberedText[]>> {
  const found = new Map<string, RememberedText[]>()
  for (let start = 0; start < texts.length; start += BATCH) {
    const batch = texts.slice(start, start + BATCH)
    const rows = await sql<RememberedText[]>`
      select segment.id::float8 as id, asked.context, segment.source as text, segment.text as translation, segment.origin,
        segment.is_kept as "isKept"
      from unnest(${batch.map(({ text }) => hashSource(text))}::text[], ${batch.map(({ context }) => context)}::text[])
        with ordinality as asked (hash, context, place)
      cross join lateral (
        select s.id, s.source, s.text, s.origin, s.kept_because is not null as is_kept, s.origin = 'person' as is_persons, exists (
            select from public.translation_parts as part
            where part.segment_id = s.id and part.translation_id = ${translationId}::uuid) as is_own
        from public.translation_segments as s
        where s.language = ${language} and s.source_hash = asked.hash and s.context = asked.context
          and (${since}::timestamptz is null or s.made_at >= ${since}::timestamptz)
        order by is_persons desc, is_kept desc, is_own desc, s.id desc limit ${MOST_WORDINGS}
      ) as segment
      order by asked.place, is_persons desc, is_kept desc, is_own desc, segment.id desc`
    for (const row of rows) {
      const key = keyOfText(row)
      const wordings = found.get(key) ?? []
      if (!wordings.some(({ id }) => id === row.id)) found.set(key, [...wordings, row])
    }
  }
  return found
}

/** Adds texts to the memory, and returns their ids in the same order. A known wording keeps its id. */
export async function rememberTexts(
  sql: Session,
  texts: readonly NewText[],
  about: {
    language: TranslatedLanguage
    origin: TextOrigin
    model?: string | null
    articleId: string
    madeBy?: string | null
    /** Earlier wordings are ignored. */
    since?: string | null
  },
): Promise<number[]> {
  if (texts.length === 0) return []
  const { language, origin, model = null, articleId, madeBy = null, since = null } = about
  const rows = await sql<{ id: number }[]>`
    with given as (
      select * from unnest(
        ${texts.map(({ text }) => hashSource(text))}::text[], ${texts.map(({ context }) => context)}::text[],
        ${texts.map(({ text }) => text)}::text[], ${texts.map(({ translation }) => translation)}::text[])
        with ordinality as given (hash, context, source, text, place)
    ), known as (
      select given.place, max(s.id) as id from given join public.translation_segments as s
        on s.language = ${language} and s.source_hash = given.hash and s.context = given.context
          and s.text = given.text and s.origin = ${origin}
          and (${since}::timestamptz is null or s.made_at >= ${since}::timestamptz)
      group by given.place
    ), made as (
      insert into public.translation_segments (language, source_hash, context, source, text, origin, model, article_id, made_by)
      select distinct on (given.hash, given.context, given.text) ${language}, given.hash, given.context, given.source, given.text, ${origin}, ${model}::text,
        ${articleId}::uuid, ${madeBy}::uuid
      from given where given.place not in (select place from known)
      returning id, source_hash, context, text
    )
    select coalesce(known.id, made.id)::float8 as id from given
    left join known using (place)
    left join made on made.source_hash = given.hash and made.context = given.context and made.text = given.text
    order by given.place`
  return rows.map(({ id }) => id)
}

/** Notes why an editor keeps wordings although a check refuses them. */
export async function noteKept(sql: Session, kept: readonly { id: number; reason: string }[]): Promise<void> {
  if (kept.length === 0) return
  await sql`
    update public.translation_segments as segment set kept_because = kept.reason
    from unnest(${kept.map(({ id }) => id)}::bigint[], ${kept.map(({ reason }) => reason)}::text[]) as kept (id, reason)
    where segment.id = kept.id`
}

/** Deletes machine wordings that never pass the checks again, unless a translation uses them. */
export async function forgetTexts(sql: Session, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await sql`
    delete from public.translation_segments as s where id = any(${ids}::bigint[]) and origin = 'machine' and not exists (
      select from public.translation_parts as part where part.segment_id = s.id or part.proposed_id = s.id)
      and not exists (
        select from public.pending_translations as pending
        cross join jsonb_to_recordset(pending.parts) as part (segment_id bigint, proposed_id bigint)
        where pending.language = s.language and s.id in (part.segment_id, part.proposed_id))`
}
