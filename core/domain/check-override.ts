export const MAX_REASON_LENGTH = 500
export const MAX_FINDING_LENGTH = 300

/** A finding of the check before publishing that an editor let stand, and why. */
export interface CheckOverride {
  article_id: string
  /** What the check found and where, the same whenever it finds it again. */
  finding: string
  reason: string
  made_at: string
  made_by: string | null
}
