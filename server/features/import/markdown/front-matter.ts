import { parse as parseToml, TomlDate } from 'smol-toml'
import { parseDocument } from 'yaml'
import { readScriptFields } from '#server/features/import/markdown/script-fields.ts'
import { isObject, parseJson } from '#server/platform/documents/json/read-json.ts'
import type { Json, JsonObject } from '#server/platform/documents/json/record-reader.ts'

export interface Document {
  fields: JsonObject
  body: string
  /** The reason why the fields could not be read; null when they could, or when there are none. */
  problem: string | null
  hasFields: boolean
  /** True if there are fields in a language that is not read, such as a script. */
  isUnread: boolean
}

const MAX_LENGTH = 64 * 1024
/** Of lines of JSON, which are read in no time: an article of ours can have a hundred corrections. */
export const MAX_OWN_LENGTH = 1_048_576
const MAX_ALIASES = 20
const MAX_DEPTH = 8

const FENCE = /^(---|\+\+\+|;;;)[ \t]*([a-z][\w+-]{0,19})?[ \t]*\n/i
/** By the name behind the fence, or by the fence. */
const LANGUAGES = new Map<string, (source: string) => unknown>([
  ['---', parseYaml],
  ['yaml', parseYaml],
  ['yml', parseYaml],
  ['+++', parseTomlFields],
  ['toml', parseTomlFields],
  [';;;', parseJsonFields],
  ['json', parseJsonFields],
  ['json5', readScriptFields],
  ['jsonc', readScriptFields],
  ['js', readScriptFields],
  ['javascript', readScriptFields],
])

/** Takes the fields off the beginning of a text: YAML, TOML, JSON or plain JavaScript, as generators know them. Nothing is run. */
export function readDocument(written: string, maxLines = MAX_LENGTH): Document {
  const text = written.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const none = { fields: new Map(), body: text, problem: null, hasFields: false, isUnread: false }
  const fence = FENCE.exec(text)
  if (fence) {
    const [opening, mark = '', language = ''] = fence
    const end = closingOf(text, opening.length, mark)
    if (end === null) return none
    const source = text.slice(opening.length, end.from)
    const body = text.slice(end.to)
    const name = language.toLowerCase() || mark
    const read = LANGUAGES.get(name)
    const parsed = read
      ? parse(source, read, maxLines)
      : { fields: new Map(), problem: name, hasFields: true }
    // A script is no mistake, and neither is a language that nobody knows here.
    return !read || (read === readScriptFields && parsed.problem)
      ? { ...parsed, body, problem: null, isUnread: true }
      : { ...parsed, body, isUnread: false }
  }
  if (/^\{\s*"/.test(text)) {
    const end = text.indexOf('\n}\n')
    if (end !== -1)
      return { ...parse(text.slice(0, end + 2), parseJson, 0), body: text.slice(end + 3), isUnread: false }
  }
  return none
}

function closingOf(text: string, from: number, mark: string): { from: number; to: number } | null {
  const lines = CLOSINGS.get(mark) ?? /^---/gm
  lines.lastIndex = from
  const found = lines.exec(text)
  return found ? { from: found.index, to: found.index + found[0].length } : null
}

const CLOSINGS = new Map([
  ['---', /^(?:---|\.\.\.)[ \t]*(?:\n|$)/gm],
  ['+++', /^\+\+\+[ \t]*(?:\n|$)/gm],
  [';;;', /^;;;[ \t]*(?:\n|$)/gm],
])

function parse(
  source: string,
  read: (source: string) => unknown,
  maxLines: number,
): Omit<Document, 'body' | 'isUnread'> {
  const failed = (problem: string) => ({ fields: new Map(), problem, hasFields: true })
  try {
    const lines = read === parseYaml && source.length <= maxLines ? readLines(source) : null
    if (!lines && source.length > MAX_LENGTH) return failed('fields of more than 64 kB')
    const fields = toJson(lines ?? read(source), 0)
    if (fields === null) return { fields: new Map(), problem: null, hasFields: true }
    return isObject(fields)
      ? { fields, problem: null, hasFields: true }
      : failed('fields that are no list of names')
  } catch (error) {
    return failed(error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unreadable fields')
  }
}

/** YAML in which each line is a name and JSON, and each item of a list has one, as our own export writes it. Null when there is another line. */
function readLines(source: string): Map<string, unknown> | null {
  const fields = new Map<string, unknown>()
  let list: unknown[] = []
  for (const line of source.replace(/\n$/, '').split('\n')) {
    const [, name = '', value = ''] = /^([a-zA-Z]+):(?: (.*))?$/.exec(line) ?? []
    try {
      if (line.startsWith('  - ') && fields.size > 0) list.push(JSON.parse(line.slice(4)))
      else if (name === '') return null
      else {
        list = []
        fields.set(name, value === '' ? list : JSON.parse(value))
      }
    } catch {
      return null
    }
  }
  return new Map(
    [...fields].map(([name, value]) => [name, Array.isArray(value) && value.length === 0 ? null : value]),
  )
}

function parseYaml(source: string): unknown {
  const document = parseDocument(source, { uniqueKeys: false, merge: false, logLevel: 'silent' })
  const [error] = document.errors
  if (error) throw error
  return document.toJS({ mapAsMap: true, maxAliasCount: MAX_ALIASES })
}

function parseTomlFields(source: string): unknown {
  return parseToml(source, { maxDepth: 50 })
}

/** Hexo leaves out the braces. */
function parseJsonFields(source: string): unknown {
  const written = source.trim().replace(/,$/, '')
  const fields = parseJson(written.startsWith('{') ? written : `{${written}}`)
  if (fields === null) throw new Error('fields that are no JSON')
  return fields
}

/** Copies values into Maps; dates become texts. */
function toJson(value: unknown, depth: number): Json {
  if (depth > MAX_DEPTH) return null
  if (value instanceof TomlDate) return value.toISOString()
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString()
  if (Array.isArray(value)) return value.map((item) => toJson(item, depth + 1))
  if (value instanceof Map)
    return new Map([...value].map(([key, item]) => [String(key).toLowerCase(), toJson(item, depth + 1)]))
  if (typeof value === 'object' && value !== null)
    return new Map(Object.entries(value).map(([key, item]) => [key.toLowerCase(), toJson(item, depth + 1)]))
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'string') return value.toWellFormed()
  return typeof value === 'number' || typeof value === 'boolean' ? value : null
}
