import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import type { Metadata, Sharp } from 'sharp'
import { type ImageType, imageTypeOf } from '#server/platform/images/image-type.ts'
import { openImage, throwUnreadable } from '#server/platform/images/pixels/open-image.ts'
import { UnreadableImage } from '#server/platform/images/unreadable-image.ts'

/** Encoding again may make a file larger than the upload was; beyond this it is tried with a lower quality. */
const MAX_BYTES = 8 * 1024 * 1024
/** The first is hard to tell from the original; the others are for originals that were heavily compressed. */
const QUALITIES = [90, 80, 65]
const MAX_SIDE_PX = 16_384
/** The limits of formats that take long to encode: a minute and 1.7 GB of memory for an AVIF of 50 million pixels that is 70 kB long. */
const MAX_PIXELS = new Map<ImageType, number>([
  ['image/avif', 16_000_000],
  ['image/webp', 25_000_000],
])
const MAX_FRAMES = 300

export interface CleanedImage {
  type: ImageType
  size: number
  sha256: string
  width: number
  height: number
}

/**
 * Decodes an uploaded image and encodes it again in its own format, so that what is stored has no location of
 * the camera and no second file appended to the first. Of its metadata the orientation and the copyright notice are kept.
 * @throws UnreadableImage
 */
export async function cleanImage({ from, to }: { from: string; to: string }): Promise<CleanedImage> {
  const bytes = await readFile(from)
  const type = imageTypeOf(bytes)
  if (!type) throw new UnreadableImage('not a JPEG, PNG, GIF, WebP or AVIF')
  requireKnownAnimation(bytes, type)
  const open = () =>
    openImage(bytes, { autoOrient: false, animated: type === 'image/gif' || type === 'image/webp' })
  const metadata = await open().metadata().catch(throwUnreadable)
  const { width, height, pages = 1 } = metadata
  const frameHeight = metadata.pageHeight ?? height
  if (Math.max(width, frameHeight) > MAX_SIDE_PX)
    throw new UnreadableImage(`wider or higher than ${MAX_SIDE_PX} pixels`)
  const maxPixels = MAX_PIXELS.get(type) ?? Number.POSITIVE_INFINITY
  if (width * frameHeight * pages > maxPixels)
    throw new UnreadableImage(`more than ${maxPixels / 1_000_000} million pixels; save it as a JPEG`)
  if (pages > MAX_FRAMES) throw new UnreadableImage(`more than ${MAX_FRAMES} frames`)
  const cleaned = await encode(open, type, metadata)
  await writeFile(to, cleaned, { mode: 0o600 })
  const sha256 = createHash('sha256').update(cleaned).digest('hex')
  return { type, size: cleaned.length, sha256, width, height: frameHeight }
}

async function encode(open: () => Sharp, type: ImageType, metadata: Metadata): Promise<Buffer> {
  for (const quality of QUALITIES) {
    const encoded = await inFormat(withMetadata(open(), metadata), type, { quality, metadata })
      .toBuffer()
      .catch(throwUnreadable)
    if (encoded.length <= MAX_BYTES) return encoded
  }
  throw new UnreadableImage('too large for its format; save it with fewer pixels, or as a JPEG')
}

function withMetadata(image: Sharp, { orientation = 1, exif }: Metadata): Sharp {
  const copyright = readCopyright(exif)
  if (orientation === 1 && copyright === null) return image
  return image.withExif({
    IFD0: { Orientation: String(orientation), ...(copyright !== null && { Copyright: copyright }) },
  })
}

function inFormat(image: Sharp, type: ImageType, options: { quality: number; metadata: Metadata }): Sharp {
  const { quality, metadata } = options
  switch (type) {
    case 'image/jpeg':
      return image.jpeg({
        quality,
        chromaSubsampling: metadata.chromaSubsampling === '4:2:0' ? '4:2:0' : '4:4:4',
      })
    case 'image/png':
      // Lossless, but for an image that has at most 256 colours already, or would be too large otherwise.
      return image.png({ compressionLevel: 8, palette: metadata.isPalette || quality < 90, effort: 4 })
    case 'image/gif':
      return image.gif({ effort: 4 })
    case 'image/webp':
      return image.webp({ quality, effort: 4 })
    case 'image/avif':
      return image.avif({ quality: quality - 20, effort: 2, chromaSubsampling: '4:4:4' })
  }
}

/** Refuses animations of which the decoder would return the first frame alone. */
function requireKnownAnimation(bytes: Buffer, type: ImageType): void {
  // The chunk that announces frames comes before the first of them.
  const isAnimatedPng = type === 'image/png' && bytes.subarray(0, bytes.indexOf('IDAT')).includes('acTL')
  const isAnimatedAvif = type === 'image/avif' && bytes.toString('latin1', 8, 12) === 'avis'
  if (isAnimatedPng || isAnimatedAvif) {
    throw new UnreadableImage('an animated PNG or AVIF; GIF and WebP may be animated')
  }
}

const COPYRIGHT_TAG = 0x82_98
const ASCII = 2
const MAX_ENTRIES = 500
const MAX_LENGTH = 500

/** The copyright notice in the EXIF data of an image, or null. Offsets in the data are checked, and nothing outside is read. */
export function readCopyright(exif: Buffer | undefined): string | null {
  if (!exif) return null
  // In a JPEG, EXIF data begin with this name; what follows is a TIFF file.
  const tiff = exif.toString('latin1', 0, 6) === 'Exif\0\0' ? exif.subarray(6) : exif
  const order = tiff.toString('latin1', 0, 2)
  if (tiff.length < 14 || (order !== 'II' && order !== 'MM')) return null
  const read16 = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const read32 = (at: number) => (order === 'II' ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const first = read32(4)
  if (first + 2 > tiff.length) return null
  const entries = Math.min(read16(first), MAX_ENTRIES)
  for (let entry = 0; entry < entries; entry += 1) {
    const at = first + 2 + entry * 12
    if (at + 12 > tiff.length) return null
    if (read16(at) !== COPYRIGHT_TAG || read16(at + 2) !== ASCII) continue
    const length = Math.min(read32(at + 4), MAX_LENGTH)
    // A value of up to four bytes is in the entry itself.
    const start = length <= 4 ? at + 8 : read32(at + 8)
    return clean(tiff.subarray(start, start + length).toString('utf8'))
  }
  return null
}

/** The tag may have two notices, the photographer's and the editor's, separated by NUL. */
function clean(text: string): string | null {
  const notice = text
    .replaceAll('\0', ' ')
    .replace(/[\p{Cc}\p{Cf}\ufffd]/gu, '')
    .trim()
  return notice === '' ? null : notice
}
