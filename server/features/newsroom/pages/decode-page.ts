const MARKS: readonly (readonly [string, readonly number[]])[] = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16be', [0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
]
/** As browsers look for it. */
const META_BYTES = 4096

/** The characters of a page: by its byte order mark, its header or what it says of itself; UTF-8, or else what old pages were written in. */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const marked = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0]
  const label = marked ?? charsetOf(contentType) ?? declaredCharset(bytes)
  const decoder = label === null ? null : decoderOf(label)
  if (decoder) return decoder.decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
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

function decoderOf(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label)
  } catch {
    return null
  }
}
