import type { Sharp } from 'sharp'
import { sharp } from '#server/images/pixels/sharp.ts'
import { UnreadableImage } from '#server/images/unreadable-image.ts'

/** More than most cameras take; a small file can claim to be far larger. */
const MAX_PIXELS = 50_000_000

/**
 * A picture the right way up, still to be decoded: what is wrong further inside shows when it is used. Nothing of its
 * metadata is copied to what is made from it.
 * @throws UnreadableImage when it does not begin like a JPEG, PNG, GIF, WebP or AVIF
 */
export function openImage(bytes: Buffer): Sharp {
  if (!hasKnownSignature(bytes)) throw new UnreadableImage('not a JPEG, PNG, GIF, WebP or AVIF')
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', autoOrient: true })
}

/** The bytes decide, not the name: an SVG or a PDF must not reach their renderers as "photo.jpg". */
function hasKnownSignature(bytes: Buffer): boolean {
  const text = (from: number, to: number) => bytes.toString('latin1', from, to)
  return (
    text(0, 3) === '\xff\xd8\xff' ||
    text(0, 8) === '\x89PNG\r\n\x1a\n' ||
    /^GIF8[79]a$/.test(text(0, 6)) ||
    (text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP') ||
    (text(4, 8) === 'ftyp' && /^avi[fs]$/.test(text(8, 12)))
  )
}

/** What fails while a picture is decoded is the picture's fault. */
export function blamePicture(error: unknown): never {
  if (error instanceof UnreadableImage) throw error
  throw new UnreadableImage(error instanceof Error ? error.message : String(error), { cause: error })
}
