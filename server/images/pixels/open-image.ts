import type { Sharp } from 'sharp'
import { sharp } from '#server/images/pixels/sharp.ts'
import { UnreadableImage } from '#server/images/unreadable-image.ts'

/** More than most cameras take. A small file may declare far more, and would be decoded to that size. */
const MAX_PIXELS = 50_000_000

/**
 * Opens an image without decoding it, so errors inside it appear only when it is used. It is turned upright, and its
 * metadata is not copied to what is made from it.
 * @throws UnreadableImage when it does not begin like a JPEG, PNG, GIF, WebP or AVIF
 */
export function openImage(bytes: Buffer): Sharp {
  if (!hasKnownSignature(bytes)) throw new UnreadableImage('not a JPEG, PNG, GIF, WebP or AVIF')
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', autoOrient: true })
}

/** Judged by its bytes, not its name: an SVG or a PDF named "photo.jpg" must not reach the renderer of such files. */
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

/** Turns an error of decoding into an `UnreadableImage`. */
export function blamePicture(error: unknown): never {
  if (error instanceof UnreadableImage) throw error
  throw new UnreadableImage(error instanceof Error ? error.message : String(error), { cause: error })
}
