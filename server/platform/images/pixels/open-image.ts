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

/** Dots per inch at which a pixel of a drawing is one of the picture. */
const NATURAL_DENSITY = 72
const MAX_DENSITY = 4800

/** A stored drawing or picture as a PNG that fits a box. */
export async function rasterize(content: Buffer, box: { width: number; height: number }): Promise<Buffer> {
  const isDrawing = content.toString('latin1', 0, 4) === '<svg'
  const open = (density: number) => sharp(content, isDrawing ? { density } : {})
  const { width = 1, height = 1 } = await open(NATURAL_DENSITY).metadata()
  const scale = Math.min(box.width / width, box.height / height)
  const density = Math.min(Math.max(NATURAL_DENSITY * scale, 1), MAX_DENSITY)
  return open(density)
    .resize({ ...box, fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .png({ compressionLevel: 9 })
    .toBuffer()
}
