import { parse as parseToml, TomlDate } from 'smol-toml'
import { parseDocument } from 'yaml'
import { isObject, parseJson } from '#server/features/import/json/json-fields.ts'
import type { Json, JsonObject } from '#server/features/import/json/record-reader.ts'

export interface Document {
  fields: JsonObject
  body: string
  /** Why the fields could not be read; null when they could, or when there are none. */
  problem: string | null
  hasFields: boolean
}

const MAX_LENGTH = 64 * 1024
const MAX_ALIASES = 20
const MAX_DEPTH = 8

/** Takes the fields off the beginning of a text: YAML, TOML or JSON, as Hugo knows all of them. */
export function readDocument(written: string): Document {
  const text = written.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const fence = /^(---|\+\+\+)[ \t]*\n/.exec(text)
  if (fence) {
    const [opening, mark = ''] = fence
    const end = closingOf(text, opening.length, mark)
    if (end === null) return { fields: new Map(), body: text, problem: null, hasFields: false }
    const source = text.slice(opening.length, end.from)
    return { ...parse(source, mark === '---' ? parseYaml : parseTomlFields), body: text.slice(end.to) }
  }
  if (/^\{\s*"/.test(text)) {
    const end = text.indexOf('\n}\n')
    if (end !== -1) return { ...parse(text.slice(0, end + 2), parseJson), body: text.slice(end + 3) }
  }
  return { fields: new Map(), body: text, problem: null, hasFields: false }
}

function closingOf(text: string, from: number, mark: string): { from: number; to: number } | null {
  const lines = mark === '---' ? /^(?:---|\.\.\.)[ \t]*(?:\n|$)/gm : /^\+\+\+[ \t]*(?:\n|$)/gm
  lines.lastIndex = from
  const found = lines.exec(text)
  return found ? { from: found.index, to: found.index + found[0].length } : null
}

function parse(source: string, read: (source: string) => unknown): Omit<Document, 'body'> {
  const failed = (problem: string) => ({ fields: new Map(), problem, hasFields: true })
  if (source.length > MAX_LENGTH) return failed('fields of more than 64 kB')
  try {
    const fields = toJson(read(source), 0)
    if (fields === null) return { fields: new Map(), problem: null, hasFields: true }
    return isObject(fields)
      ? { fields, problem: null, hasFields: true }
      : failed('fields that are no list of names')
  } catch (error) {
    return failed(error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'unreadable fields')
  }
}

function parseYaml(source: string): unknown {
  const document = parseDocument(source, { uniqueKeys: false, merge: false, logLevel: 'silent' })
  const [error] = document.errors
  if (error) throw error
  return document.toJS({ mapAsMap: true, maxAliasCount: MAX_ALIASES })
}

const parseTomlFields = (source: string): unknown => parseToml(source, { maxDepth: 50 })

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
