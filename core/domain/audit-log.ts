export const AUDIT_KINDS = [
  'articles',
  'translations',
  'work',
  'pages',
  'pictures',
  'newsletter',
  'subscribers',
  'administrators',
  'settings',
] as const
export type AuditKind = (typeof AUDIT_KINDS)[number]

/** An act, as a sentence: `actor_name`, and then `did`, which has `subject_name` in quotation marks where there is one. */
export interface AuditEntry {
  id: number
  happened_at: string
  /** Null when no user did it. */
  actor: string | null
  actor_name: string
  kind: AuditKind
  /** A name for programs, such as publish_article. */
  action: string
  did: string
  subject_id: string | null
  subject_name: string | null
  reason: string | null
  details: Record<string, unknown>
}

/** Who is in the log: `person` is what the list is filtered by. */
export interface AuditedPerson {
  person: string
  name: string
}

/** Which entries a list shows or an export contains; what is null means any. */
export interface AuditFilter {
  search: string
  /** The id of a user, or the name of what is none. */
  person: string | null
  kind: AuditKind | null
  /** From this moment until before that one. */
  from: string | null
  until: string | null
}

/** A detail of an entry, in words. A moment is left to be written in the zone of the reader. */
export interface AuditDetail {
  name: string
  /** What it was before, where it was changed. */
  before?: string
  value: string
  isMoment: boolean
}

/** What programs read, and `did` or `reason` says in words. */
const UNSAID: ReadonlySet<string> = new Set(['accepted', 'language', 'outcomes', 'seal', 'slug'])
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/
const MAX_DETAILS = 30

export function detailsInWords({ details }: Pick<AuditEntry, 'details'>): AuditDetail[] {
  return Object.entries(details)
    .slice(0, MAX_DETAILS)
    .flatMap(([key, value]) => {
      if (UNSAID.has(key)) return []
      const name = key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ')
      if (isChange(value)) return [{ name, before: value.before, value: value.now, isMoment: false }]
      if (typeof value === 'object' || value === undefined) return []
      const text = typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value)
      return [{ name, value: text, isMoment: MOMENT.test(text) && !Number.isNaN(Date.parse(text)) }]
    })
}

function isChange(value: unknown): value is { before: string; now: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'before' in value &&
    'now' in value &&
    typeof value.before === 'string' &&
    typeof value.now === 'string'
  )
}
