import type { TextOrigin } from '#core/domain/article-translation.ts'
import type { NewTexts } from '#server/features/translation/new-texts.ts'
import type { LockedStory, LockedTranslation } from '#server/features/translation/read-story.ts'
import {
  EXCLUDED_CHANGES,
  translatedColumns,
  translatedValues,
} from '#server/features/translation/translated-columns.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Stores texts that wait for a review, in place of earlier ones. */
export async function storePending(
  sql: Session,
  {
    story,
    texts,
    replaces,
    origin,
  }: { story: LockedStory; texts: NewTexts; replaces: LockedTranslation; origin: TextOrigin },
): Promise<void> {
  const { articleId, language } = story
  const { fields, source, model, correctedAt } = texts
  const parts = JSON.stringify(
    texts.parts.map(({ segmentId, proposedId, approval }) => ({
      segment_id: segmentId,
      proposed_id: proposedId,
      approved_at: approval?.at ?? null,
      approved_by: approval?.by ?? null,
    })),
  )
  await sql`
    insert into public.pending_translations as pending (translation_id, original_id, language, source_revision, replaces,
      ${translatedColumns()}, origin, model, parts, corrected_at)
    values (${replaces.id}, ${articleId}, ${language}, ${source.revision}, ${replaces.updatedAt}::timestamptz,
      ${translatedValues(fields)}, ${origin}, ${model}::text, ${parts}::jsonb, ${correctedAt}::timestamptz)
    on conflict (translation_id) do update set source_revision = excluded.source_revision, replaces = excluded.replaces,
      ${EXCLUDED_CHANGES}, origin = excluded.origin, model = coalesce(excluded.model, pending.model), parts = excluded.parts,
      corrected_at = excluded.corrected_at,
      -- An approval alone does not change the version.
      made_at = case when (pending.source_revision, ${translatedColumns('pending')},
          jsonb_path_query_array(pending.parts, '$[*].segment_id'), jsonb_path_query_array(pending.parts, '$[*].proposed_id'))
        is not distinct from (excluded.source_revision, ${translatedColumns('excluded')},
          jsonb_path_query_array(excluded.parts, '$[*].segment_id'), jsonb_path_query_array(excluded.parts, '$[*].proposed_id'))
        then pending.made_at else now() end`
}

/** The time at which the pending text was made; null without one. */
export async function pendingSince(sql: Session, translationId: string): Promise<string | null> {
  const [pending] = await sql<{ madeAt: string }[]>`
    select made_at::text as "madeAt" from public.pending_translations where translation_id = ${translationId}`
  return pending?.madeAt ?? null
}

export async function discardPending(sql: Session, translationId: string): Promise<void> {
  await sql`delete from public.pending_translations where translation_id = ${translationId}`
}
