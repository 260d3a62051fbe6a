import { jsonParser, type Token } from 'stream-json/core/parser.js'
import {
  type Json,
  type JsonObject,
  type JsonRecord,
  RecordReader,
} from '#server/platform/documents/json/record-reader.ts'

export class BrokenJson extends Error {
  constructor(options?: ErrorOptions) {
    super('The JSON ends early, or is none.', options)
    this.name = 'BrokenJson'
  }
}

/**
 * Reads a stream of JSON of any size, and yields the values at the paths that `isRecord` chooses. Of all else nothing is kept. A value
 * of more than `maxLength` characters is not kept either.
 * @throws BrokenJson
 */
export async function* readJson(
  bytes: AsyncIterable<Uint8Array>,
  options: { isRecord: (path: readonly string[]) => boolean; maxLength: number },
): AsyncIterable<JsonRecord> {
  const reader = new RecordReader(options)
  const parse = jsonParser({ packValues: false, streamValues: true })
  const decoder = new TextDecoder()
  const read = (text: string): Iterable<Token> => {
    try {
      const result: unknown = parse(text)
      return typeof result === 'object' && result !== null ? (result as { values: Token[] }).values : []
    } catch (cause) {
      throw new BrokenJson({ cause })
    }
  }
  for await (const part of bytes) {
    for (const token of read(decoder.decode(part, { stream: true }))) {
      const record = reader.read(token)
      if (record) yield record
      // No export is so deep, and the parser remembers each level.
      if (reader.depth > 1_000) throw new BrokenJson()
    }
  }
  if (!reader.isDone) throw new BrokenJson()
}

export const isObject = (value: Json | undefined): value is JsonObject => value instanceof Map

/** The text of a field; empty for anything else. Numbers are texts, too: old exports have ids that are. */
export function textField(object: JsonObject, name: string): string {
  const value = object.get(name)
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

export function flagField(object: JsonObject, name: string): boolean {
  const value = object.get(name)
  return value === true || value === 1
}

export function listField(object: JsonObject, name: string): Json[] {
  const value = object.get(name)
  return Array.isArray(value) ? value : []
}

/** JSON of a text as Maps, which need no care with their keys, and without halves of characters; null when it is none. */
export function parseJson(text: string): Json {
  try {
    return JSON.parse(text, (_key, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Map)
        ? new Map(Object.entries(value))
        : typeof value === 'string'
          ? value.toWellFormed()
          : value,
    ) as Json
  } catch {
    return null
  }
}
