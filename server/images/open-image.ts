import type { Sharp } from 'sharp'
import { sharp } from '#server/images/sharp.ts'

/** More than any camera's picture; a small file can claim to be far larger. */
const MAX_PIXELS = 50_000_000

/** The bytes are not a picture that we show. The message says why, for the log. */
export class UnreadableImage extends Error {
  override name = 'UnreadableImage'
}

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
