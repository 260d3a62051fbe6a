import type { TranslatedFields } from '#core/domain/article.ts'
import type { TextOrigin } from '#core/domain/article-translation.ts'
import type { Approval } from '#server/features/translation/carry-approvals.ts'

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
