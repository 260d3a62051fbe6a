import type { Row } from '#core/data/database.types.ts'
import type { Narrowed } from '#core/data/narrowed-types.ts'
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
export type AuditEntry = Narrowed<
  Omit<Row<'audit_log'>, 'person' | 'words'>,
  {
    details: Record<string, unknown>
  }
>

/** A person or program in the log: `person` is the value by which the list is filtered. */
export interface AuditedPerson {
  person: string
  name: string
}

/** The entries that a list shows or an export contains; null means any. */
export interface AuditFilter {
  search: string
  /** The id of a user, or a name for anyone else. */
  person: string | null
  kind: AuditKind | null
  /** The first moment, and the moment before which entries end. */
  from: string | null
  until: string | null
}

/** A detail of an entry, in words. A moment is left to be written in the zone of the reader. */
export interface AuditDetail {
  name: string
  before?: string
  value: string
  isMoment: boolean
}

/** Details for programs, which `did` or `reason` says in words. */
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
