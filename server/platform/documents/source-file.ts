import { createReadStream } from 'node:fs'

/** A file of a source. It can be read several times. */
export interface SourceFile {
  /** Relative, with slashes. */
  path: string
  /** The size in bytes, according to its container. */
  size: number
  open: () => AsyncIterable<Uint8Array>
}

/** The reason why nothing of a source can be read, as a sentence for the editor. */
export class UnreadableSource extends Error {
  constructor(sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.name = 'UnreadableSource'
  }
}

export function diskFile(path: string, name: string, size: number): SourceFile {
  return { path: name, size, open: () => createReadStream(path, { highWaterMark: 256 * 1024 }) }
}

/** A text of a file; `isDamaged` when bytes of it were no characters. */
export interface FileText {
  text: string
  isDamaged: boolean
}

/** Reads a small file. Null when it is larger than `maxBytes`, or its container is damaged at this place. */
export async function readBytes(file: SourceFile, maxBytes: number): Promise<Buffer | null> {
  if (file.size > maxBytes) return null
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for await (const part of file.open()) {
      length += part.length
      if (length > maxBytes) return null
      parts.push(part)
    }
  } catch {
    return null
  }
  return Buffer.concat(parts, length)
}

export async function readText(file: SourceFile, maxBytes: number): Promise<FileText | null> {
  const bytes = await readBytes(file, maxBytes)
  return bytes && decodeText(bytes)
}

/** The beginning of a file as text without a mark; empty when its container is damaged. */
export async function readHead(file: SourceFile, bytes: number): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for await (const part of file.open()) {
      parts.push(part)
      length += part.length
      if (length >= bytes) break
    }
  } catch {
    return ''
  }
  return decodeText(Buffer.concat(parts).subarray(0, bytes)).text
}

/** Decodes UTF-8, or UTF-16 with its mark. */
function decodeText(bytes: Uint8Array): FileText {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex')
  const encoding = mark === 'fffe' ? 'utf-16le' : mark === 'feff' ? 'utf-16be' : 'utf-8'
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), isDamaged: false }
  } catch {
    return { text: new TextDecoder(encoding).decode(bytes), isDamaged: true }
  }
}

/** Shorter parts are copied by V8 itself. */
const MIN_SHARED_LENGTH = 13

/** A copy of a part of a text. V8 only refers to the whole, so that a thousand kept ids would keep a whole export in memory. Halves of characters are replaced. */
export function ownText(text: string): string {
  return text.length < MIN_SHARED_LENGTH ? text.toWellFormed() : Buffer.from(text).toString()
}
