import type { FitEnum } from 'sharp'
import type { ImageType, ResizeMode } from '#server/platform/images/image-type.ts'
import { openImage, throwUnreadable } from '#server/platform/images/pixels/open-image.ts'

export interface Transformation {
  width?: number | undefined
  height?: number | undefined
  resize: ResizeMode
  quality: number
  type: ImageType
}

const FITS: Record<Transformation['resize'], keyof FitEnum> = {
  cover: 'cover',
  contain: 'inside',
  fill: 'fill',
}

/**
 * A copy in the requested size, never enlarged; of an animation the first frame.
 * @throws UnreadableImage
 */
export async function transformImage(bytes: Buffer, wanted: Transformation): Promise<Buffer<ArrayBuffer>> {
  const { width, height, resize, quality, type } = wanted
  const image = openImage(bytes)
  if (width || height) image.resize({ width, height, fit: FITS[resize], withoutEnlargement: true })
  switch (type) {
    case 'image/jpeg':
      return image.flatten({ background: '#fff' }).jpeg({ quality }).toBuffer().catch(throwUnreadable)
    case 'image/png':
      return image.png({ quality }).toBuffer().catch(throwUnreadable)
    case 'image/gif':
      return image.gif().toBuffer().catch(throwUnreadable)
    case 'image/webp':
      return image.webp({ quality }).toBuffer().catch(throwUnreadable)
    case 'image/avif':
      return image.avif({ quality, effort: 3 }).toBuffer().catch(throwUnreadable)
  }
}

export interface Cut {
  width: number
  height: number
  /** The point that stays in sight, in percent from the left and the top. */
  focus: { focus_x: number; focus_y: number }
}

/**
 * A JPEG of exactly this size, of an animation the first frame: enlarged where the original is smaller, because mail programs show it in
 * the size that the mail says.
 * @throws UnreadableImage
 */
export async function cutImage(bytes: Buffer, { width, height, focus }: Cut): Promise<Buffer<ArrayBuffer>> {
  const original = openImage(bytes)
  const { autoOrient: upright } = await original.metadata().catch(throwUnreadable)
  const scale = Math.max(width / upright.width, height / upright.height)
  const scaled = {
    width: Math.max(width, Math.round(upright.width * scale)),
    height: Math.max(height, Math.round(upright.height * scale)),
  }
  const left = Math.round(((scaled.width - width) * focus.focus_x) / 100)
  const top = Math.round(((scaled.height - height) * focus.focus_y) / 100)
  return original
    .resize({ ...scaled, fit: 'fill' })
    .extract({ left, top, width, height })
    .flatten({ background: '#fff' })
    .jpeg({ quality: 74, mozjpeg: true })
    .toBuffer()
    .catch(throwUnreadable)
}
