import type { TranslatedFields } from '#core/domain/article.ts'
import type { TextOrigin } from '#core/domain/article-translation.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Which remembered text stands at a place, and what is proposed instead. */
export interface NewPart {
  segmentId: number
  proposedId: number | null
  origin: TextOrigin
}

export interface ApprovedPart extends NewPart {
  approval: Approval | null
}

/** All texts of a translation, as they are to be stored. */
export interface NewTexts {
  fields: TranslatedFields
  parts: readonly ApprovedPart[]
  /** Null when none was asked. */
  model: string | null
  /** What of the original they are a translation of. */
  source: TranslatedFields & { revision: number | null }
  /** The last correction of the original that they contain. */
  correctedAt: string | null
  /** Whether everything else becomes that of the original, such as its category. */
  takesOver: boolean
  /** Whether somebody takes back that a text was approved. */
  withdraws: boolean
  note: string
  /** Who asked for it. */
  by: string | null
  /** Who has approved the last of it; null when nobody has done so now. */
  reviewer: string | null
}

/** Who has read the text at a place, and when. */
export interface Approval {
  /** As the database writes it. */
  at: string
  by: string | null
}

interface Place {
  segmentId: number
  proposedId: number | null
}

interface ApprovedPlace extends Place, Approval {}

/**
 * Gives the places of a renewed translation the approvals that their texts have: in what waits for a review, and where a text is not in that,
 * in what readers have. With another proposal beside it, a text has to be read again.
 */
export async function carryApprovals<Part extends Place>(
  sql: Session,
  translationId: string,
  parts: readonly Part[],
): Promise<(Part & { approval: Approval | null })[]> {
  const live = await sql<ApprovedPlace[]>`
    select segment_id::float8 as "segmentId", proposed_id::float8 as "proposedId", approved_at::text as at, approved_by as by
    from public.translation_parts where translation_id = ${translationId} order by position`
  const pending = await sql<ApprovedPlace[]>`
    select (part->>'segment_id')::float8 as "segmentId", (part->>'proposed_id')::float8 as "proposedId",
      part->>'approved_at' as at, (part->>'approved_by')::uuid as by
    from public.pending_translations, jsonb_array_elements(parts) with ordinality as element (part, place)
    where translation_id = ${translationId} order by place`
  const known = new Map([...bySegment(live), ...bySegment(pending)])
  return parts.map((part) => {
    const earlier = known.get(part.segmentId)?.shift()
    const isSame = part.proposedId === null || part.proposedId === earlier?.proposedId
    return { ...part, approval: earlier?.at && isSame ? { at: earlier.at, by: earlier.by } : null }
  })
}

/** A text can stand at several places, each of which was approved by itself. */
function bySegment(places: readonly ApprovedPlace[]): Map<number, ApprovedPlace[]> {
  const found = new Map<number, ApprovedPlace[]>()
  for (const place of places) {
    const others = found.get(place.segmentId)
    if (others) others.push(place)
    else found.set(place.segmentId, [place])
  }
  return found
}
