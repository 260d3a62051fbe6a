import { readDocument } from '#server/features/import/markdown/front-matter.ts'

/** A hundred corrections with what they translate. */
const MAX_FIELDS_LENGTH = 1_048_576
const OPENING = '---\n'
const CLOSING = '\n---\n'

/** The fields of a document of an export, and its text as it was stored; null when they cannot be read. */
export function readOwnFields(document: string): { fields: unknown; text: string } | null {
  const end = document.startsWith(OPENING) ? document.indexOf(CLOSING, OPENING.length - 1) : -1
  if (end !== -1 && end <= MAX_FIELDS_LENGTH) {
    const fields = readLines(document.slice(OPENING.length, end))
    if (fields) return { fields, text: document.slice(end + CLOSING.length).replace(/\n$/, '') }
  }
  // Somebody has edited it: any YAML will do.
  const { fields, body, problem, hasFields } = readDocument(document)
  return problem || !hasFields ? null : { fields: plain(fields), text: body.replace(/\n$/, '') }
}

/** The lines that an export writes: each is a name and JSON, and each item of a list has one. Null when there is another one. */
function readLines(lines: string): object | null {
  const fields = new Map<string, unknown>()
  let list: unknown[] | null = null
  for (const line of lines.split('\n')) {
    const [, name = '', value = ''] = /^([a-zA-Z]+):(?: (.*))?$/.exec(line) ?? []
    const item = list && line.startsWith('  - ') ? line.slice(4) : null
    try {
      if (item !== null) list?.push(JSON.parse(item))
      else if (!name) return null
      else {
        list = value === '' ? [] : null
        fields.set(name.toLowerCase(), list ?? lowerKeys(JSON.parse(value)))
      }
    } catch {
      return null
    }
  }
  return Object.fromEntries(
    [...fields].map(([name, value]) => [name, Array.isArray(value) ? value.map(lowerKeys) : value]),
  )
}

const lowerKeys = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key.toLowerCase(), one]))
    : value

/** Maps as objects, whose keys are then checked by a schema. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain)
  return value instanceof Map ? Object.fromEntries([...value].map(([key, one]) => [key, plain(one)])) : value
}
