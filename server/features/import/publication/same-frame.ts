import type { ImageType } from '#server/platform/images/image-type.ts'

/**
 * Whether a picture has nothing beside its pixels but what it has when it is encoded again, and nothing behind its end: then its own bytes
 * can be kept. Of other formats than JPEG, PNG and WebP only equal bytes are known to have nothing else.
 */
export function hasSameFrame(original: Buffer, cleaned: Buffer, type: ImageType): boolean {
  if (original.equals(cleaned)) return true
  const list =
    type === 'image/jpeg'
      ? jpegSegments
      : type === 'image/webp'
        ? webpChunks
        : type === 'image/png'
          ? pngChunks
          : null
  const [one, other] = [list?.(original), list?.(cleaned)]
  return (
    !!one && !!other && one.length === other.length && one.every((part, index) => other[index]?.equals(part))
  )
}

/** The application and comment segments; null when it does not end with its end. */
function jpegSegments(bytes: Buffer): Buffer[] | null {
  const found: Buffer[] = []
  let at = 2
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return null
    if (marker === 0xff) at += 1
    else if (marker === 0xd9) break
    else {
      const end = at + 2 + bytes.readUInt16BE(at + 2)
      if ((marker >= 0xe0 && marker <= 0xef) || marker === 0xfe) found.push(bytes.subarray(at, end))
      at = marker === 0xda ? endOfScan(bytes, end) : end
    }
  }
  return at + 2 === bytes.length && bytes[at] === 0xff && bytes[at + 1] === 0xd9 ? found : null
}

/** Where the next marker is: in a scan, 0xFF is followed by a zero or the number of a restart. */
function endOfScan(bytes: Buffer, from: number): number {
  let at = bytes.indexOf(0xff, from)
  while (at !== -1) {
    const next = bytes[at + 1] ?? 0
    if (next !== 0 && (next < 0xd0 || next > 0xd7)) return at
    at = bytes.indexOf(0xff, at + 2)
  }
  return bytes.length
}

const WEBP_PIXELS = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF'])

function webpChunks(bytes: Buffer): Buffer[] | null {
  if (bytes.length < 12 || bytes.readUInt32LE(4) + 8 !== bytes.length) return null
  return chunksOf(bytes, 12, (at) => {
    const size = bytes.readUInt32LE(at + 4)
    return {
      end: at + 8 + size + (size % 2),
      isPixels: WEBP_PIXELS.has(bytes.toString('latin1', at, at + 4)),
    }
  })
}

const PNG_PIXELS = new Set(['IHDR', 'PLTE', 'IDAT', 'tRNS', 'bKGD', 'gAMA', 'IEND'])

function pngChunks(bytes: Buffer): Buffer[] | null {
  if (bytes.toString('latin1', bytes.length - 8, bytes.length - 4) !== 'IEND') return null
  return chunksOf(bytes, 8, (at) => {
    const type = bytes.toString('latin1', at + 4, at + 8)
    return { end: at + 12 + bytes.readUInt32BE(at), isPixels: PNG_PIXELS.has(type), isLast: type === 'IEND' }
  })
}

/** The chunks that are no pixels; null when they do not end where the file does. */
function chunksOf(
  bytes: Buffer,
  from: number,
  read: (at: number) => { end: number; isPixels: boolean; isLast?: boolean },
): Buffer[] | null {
  const found: Buffer[] = []
  let at = from
  while (at + 8 <= bytes.length) {
    const { end, isPixels, isLast = false } = read(at)
    if (!isPixels) found.push(bytes.subarray(at, end))
    at = end
    if (isLast) break
  }
  return at === bytes.length ? found : null
}
