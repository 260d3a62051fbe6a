import type { FitEnum } from 'sharp'
import type { ImageType } from '#server/platform/images/image-type.ts'
import { blamePicture, openImage } from '#server/platform/images/pixels/open-image.ts'

/** How hosted Supabase calls the ways to fill a width and a height. */
export const RESIZE_MODES = ['cover', 'contain', 'fill'] as const

export interface Transformation {
  width?: number | undefined
  height?: number | undefined
  resize: (typeof RESIZE_MODES)[number]
  quality: number
  type: ImageType
}

const FITS: Record<Transformation['resize'], keyof FitEnum> = {
  cover: 'cover',
  contain: 'inside',
  fill: 'fill',
}

/**
 * A copy in a size that somebody asked for, never enlarged; of an animation the first frame.
 * @throws UnreadableImage
 */
export async function transformImage(bytes: Buffer, wanted: Transformation): Promise<Buffer<ArrayBuffer>> {
  const { width, height, resize, quality, type } = wanted
  const image = openImage(bytes)
  if (width || height) image.resize({ width, height, fit: FITS[resize], withoutEnlargement: true })
  switch (type) {
    case 'image/jpeg':
      return image.flatten({ background: '#fff' }).jpeg({ quality }).toBuffer().catch(blamePicture)
    case 'image/png':
      return image.png({ quality }).toBuffer().catch(blamePicture)
    case 'image/gif':
      return image.gif().toBuffer().catch(blamePicture)
    case 'image/webp':
      return image.webp({ quality }).toBuffer().catch(blamePicture)
    case 'image/avif':
      return image.avif({ quality, effort: 3 }).toBuffer().catch(blamePicture)
  }
}
