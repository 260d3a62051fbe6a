import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { imageTypeOf } from '#server/platform/images/image-type.ts'
import { UnreadableImage } from '#server/platform/images/unreadable-image.ts'

// Every image is made once and then stored on disk, so libvips need not cache any; and with one thread for each the other
// processors stay free for requests.
sharp.cache(false)
sharp.concurrency(1)

/** sharp with the site's settings. They are global to the process, so this is the only file that imports it directly. */
export { sharp }

/** More than most cameras take. A small file may declare far more, and would be decoded to that size. */
const MAX_PIXELS = 50_000_000

/**
 * Opens an image without decoding it, so errors inside it appear only when it is used. It is turned upright, and its metadata is not copied
 * to images made from it.
 * @throws UnreadableImage when it does not begin like a JPEG, PNG, GIF, WebP or AVIF
 */
export function openImage(bytes: Buffer, options: Pick<SharpOptions, 'autoOrient' | 'animated'> = {}): Sharp {
  // An SVG or a PDF must not reach the renderer of such files.
  if (!imageTypeOf(bytes)) throw new UnreadableImage('not a JPEG, PNG, GIF, WebP or AVIF')
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', autoOrient: true, ...options })
}

/** Throws an error of decoding as an `UnreadableImage`. */
export function throwUnreadable(error: unknown): never {
  if (error instanceof UnreadableImage) throw error
  throw new UnreadableImage(error instanceof Error ? error.message : String(error), { cause: error })
}
