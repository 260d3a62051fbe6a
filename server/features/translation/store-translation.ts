import type { TranslatedFields } from '#core/domain/article.ts'
import { carryApprovals, type NewPart } from '#server/features/translation/new-texts.ts'
import { pendingSince } from '#server/features/translation/pending-translations.ts'
import { lockStory, type Original, type PresentTranslation } from '#server/features/translation/read-story.ts'
import { type ClaimedRun, succeedRun } from '#server/features/translation/runs.ts'
import { storeTexts } from '#server/features/translation/store-texts.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import type { JobQueue } from '#server/platform/queue/job-queue.ts'

interface FinishedTranslation {
  run: ClaimedRun
  original: Original
  /** The translation as it was read at the beginning. */
  present: PresentTranslation | null
  fields: TranslatedFields
  parts: readonly NewPart[]
  /** The model that was asked; null when all texts came from memory. */
  model: string | null
}

type StoreOutcome =
  | 'stored'
  /** The original was deleted. */
  | 'gone'
  /** The translation was saved, added or deleted meanwhile. */
  | 'changed'

/**
 * Stores a complete translation and ends its run, in one transaction. When the original has changed meanwhile, the translation is stale from
 * the start.
 * @throws RunCancelled
 */
export function storeTranslation(
  { sql, queue }: { sql: Sql; queue: JobQueue },
  { run, original, present, fields, parts, model }: FinishedTranslation,
): Promise<StoreOutcome> {
  return sql.transaction(async (transaction) => {
    const story = await lockStory(transaction, run)
    if (!story) return 'gone'
    const { translation } = story
    if (translation?.id !== present?.id || translation?.updatedAt !== present?.updatedAt) return 'changed'
    if (present && (await hasOtherParts(transaction, present))) return 'changed'
    await storeTexts(transaction, story, {
      fields,
      parts: present
        ? await carryApprovals(transaction, present.id, parts)
        : parts.map((part) => ({ ...part, approval: null })),
      model,
      source: original,
      correctedAt: present?.correctedAt ?? null,
      takesOver: true,
      withdraws: false,
      note: model ? `Translated by ${model}` : 'Translated from memory',
      by: run.requestedBy,
      reviewer: null,
    })
    await succeedRun({ queue }, transaction, run.id)
    return 'stored'
  })
}

/** Tells whether a review has changed parts: it can do so without changing the published text. */
async function hasOtherParts(sql: Session, present: PresentTranslation): Promise<boolean> {
  const parts = await sql<{ segmentId: number; proposedId: number | null }[]>`
    select segment_id::float8 as "segmentId", proposed_id::float8 as "proposedId"
    from public.translation_parts where translation_id = ${present.id} order by position`
  return (
    (await pendingSince(sql, present.id)) !== present.pendingSince ||
    parts.length !== present.parts.length ||
    parts.some(
      ({ segmentId, proposedId }, index) =>
        segmentId !== present.parts[index]?.segmentId || proposedId !== present.parts[index]?.proposedId,
    )
  )
}
