import { isAscii, isUtf8 } from 'node:buffer'

/** Byte order marks, and how XML in two bytes for each character begins without one. */
const MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0x00, 0x3c, 0x00]],
  ['utf-16le', [0x3c, 0x00]],
]
/** Browsers look for the declaration in as many bytes. */
const META_BYTES = 4096

/** The characters of a page. */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  return new TextDecoder(encodingOf(bytes, contentType)).decode(bytes)
}

const ONE_BYTE = /^(?:windows-|iso-8859-|koi8-|macintosh$|x-mac|ibm866$)/

/**
 * Returns the encoding of a page or a feed: by its byte order mark, its header or its own declaration; UTF-8, or else the encoding of old
 * pages. `isBeginning`: it is XML, in UTF-8 unless it is declared otherwise, and its last character may be cut.
 */
export function encodingOf(bytes: Uint8Array, contentType: string, isBeginning = false): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0]
  if (marked) return marked
  const said = [charsetOf(contentType), declaredCharset(bytes)].flatMap(knownEncoding)
  const [first] = said
  if (first !== undefined && first !== 'utf-8' && !ONE_BYTE.test(first)) return first
  const whole = isBeginning ? bytes.subarray(0, lastWhole(bytes)) : bytes
  // Text in one byte a character is hardly ever UTF-8 as well, whatever is said of it.
  if (isUtf8(whole)) return first === undefined || !isAscii(whole) ? 'utf-8' : first
  if (first !== 'utf-8') return first ?? (isBeginning ? 'utf-8' : 'windows-1252')
  // Servers declare files as UTF-8 that have another encoding; damaged UTF-8 has whole characters too.
  return said[1] ?? (/[^\0-\x7f\ufffd]/.test(new TextDecoder().decode(whole)) ? 'utf-8' : 'windows-1252')
}

/** The start of the last character of a beginning, if it has several bytes in UTF-8. */
function lastWhole(bytes: Uint8Array): number {
  let at = bytes.length - 1
  while (at > bytes.length - 4 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at -= 1
  return (bytes[at] ?? 0) >= 0xc0 ? at : bytes.length
}

const charsetOf = (value: string): string | null =>
  /charset\s{0,5}=\s{0,5}["']?([\w.:-]{1,40})/i.exec(value)?.[1] ?? null

function declaredCharset(bytes: Uint8Array): string | null {
  const beginning = Buffer.from(bytes.subarray(0, META_BYTES)).toString('latin1')
  const [declared = ''] =
    /<meta\b[^>]{0,300}?charset[^>]{0,300}>|<\?xml[^>]{0,300}?encoding[^>]{0,300}>/i.exec(beginning) ?? []
  const label = charsetOf(declared.replace(/encoding/i, 'charset'))
  // A page that was read so far as bytes of one each is not written in two.
  return label && /^utf-?16/i.test(label) ? 'utf-8' : label
}

function knownEncoding(label: string | null): string[] {
  try {
    return label === null ? [] : [new TextDecoder(label).encoding]
  } catch {
    return []
  }
}
