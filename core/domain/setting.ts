import type { z } from '#core/domain/schema.ts'

/** A setting: what it may be, and how the desk names and edits it. */
export interface Setting {
  schema: z.ZodType
  /** The value in force where none is stored, null if there is none; absent if it depends on something else. */
  fallback?: unknown
  /** The section of the desk where it is edited, with what it is called there. */
  section?: string
  label?: string
  /** Says what its field is for; `{{default}}` stands for the value in force where none is stored. */
  hint?: string
  /** The names of its values, if there are only a few; the empty one is the default. */
  choices?: Readonly<Record<string, string>>
  /** Present if every page shows it. */
  onEveryPage?: true
}

/** The values of settings where none are stored. */
export const defaultsOf = <Rows extends Record<string, Setting>>(rows: Rows) =>
  Object.fromEntries(
    Object.entries(rows).flatMap(([key, row]) => ('fallback' in row ? [[key, row.fallback]] : [])),
  ) as {
    [Key in keyof Rows as Rows[Key] extends { fallback: unknown } ? Key : never]:
      | z.infer<Rows[Key]['schema']>
      | (Rows[Key] extends { fallback: null } ? null : never)
  }
