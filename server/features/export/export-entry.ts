import type { Session } from '#server/platform/database/connection.ts'
import { escapeInvisible } from '#server/platform/log-line.ts'

/** A file of an export. Its path has slashes, and is safe on every file system. */
export interface ExportEntry {
  path: string
  /** The content of the file. Large content is written as it comes. */
  content: string | Buffer | AsyncIterable<string>
}

/** The file by which a folder is known as an export. */
export const MARKER = 'ai-watch-export.json'

/** Raised when an older program could not read an export any more. */
export const FORMAT = 1

/** The folders that an export fills, and in which a later one removes what is no more. */
export const OWN_FOLDERS = ['articles', 'memory', 'newsletter', 'site', 'storage'] as const

export const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`

/** A value of a field; undefined and null leave the field out. */
export type FieldValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | FieldValue[]
  | { [key: string]: FieldValue }

/**
 * A text with its fields before it, as YAML that is the same for the same fields: a line for each field, and for each item of a list of
 * objects. Strings are always quoted. The text ends with one line break more than it has.
 */
export function withFrontMatter(fields: Record<string, FieldValue>, text: string): string {
  const lines = Object.entries(fields).flatMap(([name, value]) => writeField(name, value))
  return `---\n${lines.join('\n')}\n---\n${text}\n`
}

function writeField(name: string, value: FieldValue): string[] {
  if (value === null || value === undefined) return []
  if (!Array.isArray(value)) return [`${name}: ${writeFlow(value)}`]
  return value.length === 0 ? [] : [`${name}:`, ...value.map((item) => `  - ${writeFlow(item)}`)]
}

/** The characters that JSON leaves as they are and YAML does not, or that editors would not show. */
const INVISIBLE = /[\u007F-\u009F\u2028-\u202E\u2066-\u2069\uFEFF\uFDD0-\uFDEF\uFFFE\uFFFF]/g

function writeFlow(value: FieldValue): string {
  if (Array.isArray(value)) return `[${value.map(writeFlow).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const given = Object.entries(value).filter(([, one]) => one !== null && one !== undefined)
    return `{${given.map(([name, one]) => `${JSON.stringify(name)}: ${writeFlow(one)}`).join(', ')}}`
  }
  return JSON.stringify(value ?? null).replace(
    INVISIBLE,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** The reason why an export cannot be made, in one line for the person who asked for it. */
export class ExportError extends Error {
  override name = 'ExportError'

  constructor(message: string) {
    super(escapeInvisible(message))
  }
}

/** @throws ExportError when the database has no publication yet */
export async function requirePublication(sql: Session): Promise<void> {
  const [row] = await sql<[{ exists: boolean }]>`select to_regclass('public.articles') is not null as exists`
  if (!row.exists) throw new ExportError('There is nothing to export: the database is empty.')
}

let cursors = 0

/** The rows of a query, some at a time. What reads them may run other statements of the same transaction meanwhile. */
export async function* readRows<Row>(sql: Session, query: string, atOnce: number): AsyncGenerator<Row> {
  const cursor = `export_${++cursors}`
  await sql.script(`declare ${cursor} no scroll cursor for ${query}`)
  for (;;) {
    const { rows } = await sql.run(`fetch ${atOnce} from ${cursor}`)
    yield* rows as Row[]
    if (rows.length < atOnce) break
  }
  await sql.script(`close ${cursor}`)
}

/** SQL for a moment as ISO 8601 in UTC, exactly, without zeros at its end. */
export const moment = (column: string): string =>
  `regexp_replace(to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'), '\\.?0+$', '') || 'Z'`
