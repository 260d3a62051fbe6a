import type { Sharp, SharpOptions } from 'sharp'
import { imageTypeOf } from '#server/platform/images/image-type.ts'
import { sharp } from '#server/platform/images/pixels/sharp.ts'
import { UnreadableImage } from '#server/platform/images/unreadable-image.ts'

/** More than most cameras take. A small file may declare far more, and would be decoded to that size. */
const MAX_PIXELS = 50_000_000

/**
 * Opens an image without decoding it, so errors inside it appear only when it is used. It is turned upright, and its
 * metadata is not copied to what is made from it.
 * @throws UnreadableImage when it does not begin like a JPEG, PNG, GIF, WebP or AVIF
 */
export function openImage(bytes: Buffer, options: Pick<SharpOptions, 'autoOrient' | 'animated'> = {}): Sharp {
  // Judged by its bytes: an SVG or a PDF must not reach the renderer of such files.
  if (!imageTypeOf(bytes)) throw new UnreadableImage('not a JPEG, PNG, GIF, WebP or AVIF')
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', autoOrient: true, ...options })
}

/** Turns an error of decoding into an `UnreadableImage`. */
export function blamePicture(error: unknown): never {
  if (error instanceof UnreadableImage) throw error
  throw new UnreadableImage(error instanceof Error ? error.message : String(error), { cause: error })
}
