import type { Token } from 'stream-json/core/parser.js'
import { ownText } from '#server/platform/documents/source-file.ts'

/** JSON whose keys come from a stranger: a Map takes none for a property of its own. */
export type Json = string | number | boolean | null | Json[] | JsonObject
export type JsonObject = Map<string, Json>

export interface JsonRecord {
  /** The keys that lead to it; items of arrays are `*`. */
  path: readonly string[]
  /** Null for one that is too large. */
  value: Json
  isTooLarge: boolean
}

/** The length of a value beside its characters, so that a million blank values are not small. */
const VALUE_LENGTH = 8
const MAX_KEY_LENGTH = 500

/** Puts tokens together to the values that are asked for. */
export class RecordReader {
  readonly #isRecord: (path: readonly string[]) => boolean
  readonly #maxLength: number
  /** The key of each open object, or `*` of an array. */
  readonly #path: string[] = []
  readonly #isArray: boolean[] = []
  #parts: string[] = []
  #isKey = false
  #partsLength = 0
  /** The containers of the value that is being put together. */
  #building: (Json[] | JsonObject)[] = []
  /** The depth at which it began; -1 outside of one. */
  #start = -1
  #length = 0
  #isTooLarge = false
  isDone = false

  constructor({
    isRecord,
    maxLength,
  }: { isRecord: (path: readonly string[]) => boolean; maxLength: number }) {
    this.#isRecord = isRecord
    this.#maxLength = maxLength
  }

  get depth(): number {
    return this.#isArray.length
  }

  read(token: Token): JsonRecord | null {
    switch (token.name) {
      case 'startObject':
      case 'startArray':
        return this.#open(token.name === 'startArray')
      case 'endObject':
      case 'endArray':
        return this.#close()
      case 'startKey':
      case 'startString':
      case 'startNumber':
        this.#parts = []
        this.#partsLength = 0
        this.#isKey = token.name === 'startKey'
        return null
      case 'stringChunk':
      case 'numberChunk':
        this.#add(token.value)
        return null
      case 'endKey':
        this.#path[this.#path.length - 1] = ownText(this.#parts.join('').slice(0, MAX_KEY_LENGTH))
        return null
      case 'endString':
        return this.#value(ownText(this.#parts.join('')))
      case 'endNumber':
        return this.#value(Number(this.#parts.join('')))
      case 'nullValue':
      case 'trueValue':
      case 'falseValue':
        return this.#value(token.value)
      default:
        return null
    }
  }

  /** Keeps a part of a text, unless it belongs to nothing or makes its record too large. */
  #add(part: string): void {
    this.#partsLength += part.length
    const isWanted = this.#isKey
      ? this.#partsLength <= MAX_KEY_LENGTH
      : this.#start !== -1 || this.#beginsRecord()
    if (isWanted && this.#length + this.#partsLength <= this.#maxLength) this.#parts.push(part)
    else if (isWanted && !this.#isKey) this.#isTooLarge = true
  }

  #beginsRecord(): boolean {
    return this.#start === -1 && this.#isRecord(this.#path)
  }

  #open(isArray: boolean): null {
    if (this.#beginsRecord()) this.#begin()
    if (this.#start !== -1) {
      const value: Json[] | JsonObject = isArray ? [] : new Map()
      if (this.#building.length > 0) this.#store(value)
      this.#building.push(value)
    }
    this.#isArray.push(isArray)
    this.#path.push('*')
    return null
  }

  #close(): JsonRecord | null {
    this.#isArray.pop()
    this.#path.pop()
    if (this.#isArray.length === 0) this.isDone = true
    if (this.#start === -1) return null
    const value = this.#building.pop() ?? null
    return this.#isArray.length === this.#start ? this.#end(value) : null
  }

  #value(value: Json): JsonRecord | null {
    if (this.#isArray.length === 0) this.isDone = true
    if (this.#start !== -1) {
      this.#store(value)
      return null
    }
    if (!this.#beginsRecord()) return null
    this.#begin(this.#isTooLarge)
    return this.#end(value)
  }

  #begin(isTooLarge = false): void {
    this.#start = this.#isArray.length
    this.#length = 0
    this.#isTooLarge = isTooLarge
    this.#building = []
  }

  #end(value: Json): JsonRecord {
    const record = {
      path: [...this.#path],
      value: this.#isTooLarge ? null : value,
      isTooLarge: this.#isTooLarge,
    }
    this.#start = -1
    this.#length = 0
    this.#isTooLarge = false
    return record
  }

  #store(value: Json): void {
    this.#length += VALUE_LENGTH + (typeof value === 'string' ? value.length : 0)
    if (this.#length > this.#maxLength) this.#isTooLarge = true
    if (this.#isTooLarge) return
    const container = this.#building.at(-1)
    if (Array.isArray(container)) container.push(value)
    else container?.set(this.#path.at(-1) ?? '', value)
  }
}
