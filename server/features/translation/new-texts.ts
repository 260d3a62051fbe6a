import type { TranslatedFields } from '#core/domain/article.ts'
import type { TextOrigin } from '#core/domain/article-translation.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** The remembered text at a place, and the one that is proposed instead. */
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
  /** Null when no model was asked. */
  model: string | null
  /** The version of the original that was translated. */
  source: TranslatedFields & { revision: number | null }
  /** The last correction of the original that the texts contain. */
  correctedAt: string | null
  /** True if everything else becomes that of the original, such as its category. */
  takesOver: boolean
  /** True if an approval of a text is withdrawn. */
  withdraws: boolean
  note: string
  /** The user who requested it. */
  by: string | null
  /** The editor who saves a review; null for a run. */
  reviewer: string | null
}

/** The approval of the text at a place. */
export interface Approval {
  /** The time in the form in which the database writes it. */
  at: string
  by: string | null
}

interface Place {
  segmentId: number
  proposedId: number | null
}

interface ApprovedPlace extends Place, Approval {}

/**
 * Carries approvals over to a renewed translation: those of the pending text, else those of the published one. A text with a new proposal has
 * to be approved again.
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

/** Groups places by text, because a text can occur at several places with an approval each. */
function bySegment(places: readonly ApprovedPlace[]): Map<number, ApprovedPlace[]> {
  const found = new Map<number, ApprovedPlace[]>()
  for (const place of places) {
    const others = found.get(place.segmentId)
    if (others) others.push(place)
    else found.set(place.segmentId, [place])
  }
  return found
}
