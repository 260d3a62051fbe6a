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
