import type { TranslatedLanguage } from '#core/domain/article-translation.ts'
import { comparePresentTexts } from '#core/translation/compare-present-texts.ts'
import type { PresentText } from '#core/translation/plan-translation.ts'
import { type LearnedEdit, learnFromEdits } from '#server/features/translation/glossary.ts'
import { keyOfText, type RememberedText, rememberTexts } from '#server/features/translation/memory.ts'
import type { PresentTranslation } from '#server/features/translation/read-story.ts'
import type { Session } from '#server/platform/database/connection.ts'
import { offTurn } from '#server/platform/process/off-turn.ts'

/**
 * The texts of a translation, each with its source text. Texts that an editor has changed are first remembered and learned from; pending edits
 * of an editor replace machine texts. Null when the structure differs from that of the original.
 */
export async function readPresentTexts(
  sql: Session,
  present: PresentTranslation,
  { originalId, language }: { originalId: string; language: TranslatedLanguage },
): Promise<PresentText[] | null> {
  const found = await compareTexts(present)
  if (!found) return null
  const edited = found.filter(({ segmentId }) => segmentId === 0)
  const about = { language, origin: 'person', articleId: originalId, madeBy: present.editedBy } as const
  const given = edited.map(({ context, source: text, translation }) => ({ context, text, translation }))
  const ids = await rememberTexts(sql, given, about)
  for (const [index, id] of ids.entries()) {
    const text = edited[index]
    if (text) text.segmentId = id
  }
  await learnFromEdits(sql, {
    language,
    articleId: originalId,
    edits: editsOfMachine(present, found, new Set(edited)),
  })
  if (present.pendingSince === null) return found
  const edits = new Map(
    (await readPendingEdits(sql, present.id)).map((edit) => [keyOfText(edit), edit] as const),
  )
  return found.map((text) => {
    const edit = edits.get(keyOfText({ context: text.context, text: text.source }))
    return edit && text.origin === 'machine'
      ? { ...text, translation: edit.translation, origin: 'person', segmentId: edit.id, proposedId: null }
      : text
  })
}

/** The texts of editors in the pending version of a translation. */
async function readPendingEdits(sql: Session, translationId: string): Promise<RememberedText[]> {
  return sql<RememberedText[]>`
    select segment.id::float8 as id, segment.context, segment.source as text, segment.text as translation, segment.origin,
      segment.kept_because is not null as "isKept"
    from public.pending_translations as pending
    cross join jsonb_to_recordset(pending.parts) as part (segment_id bigint)
    join public.translation_segments as segment on segment.id = part.segment_id
    where pending.translation_id = ${translationId} and segment.origin = 'person'`
}

/** The texts of a machine that a person has changed. */
function editsOfMachine(
  { parts }: PresentTranslation,
  found: readonly PresentText[],
  edited: ReadonlySet<PresentText>,
): LearnedEdit[] {
  if (parts.length !== found.length) return []
  return found.flatMap((text, index): LearnedEdit[] => {
    const part = parts[index]
    if (part?.origin !== 'machine' || !edited.has(text)) return []
    const before = { id: part.segmentId, text: part.translation }
    return [{ source: text.source, before, after: { id: text.segmentId, text: text.translation } }]
  })
}

/** The same without pending edits. A text that is not remembered yet has the id 0. */
export const compareTexts = (present: PresentTranslation): Promise<PresentText[] | null> =>
  offTurn('core/translation/compare-present-texts.ts#comparePresentTexts', comparePresentTexts, present)
