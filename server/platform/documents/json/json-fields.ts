import type { Json, JsonObject } from '#server/platform/documents/json/record-reader.ts'

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
