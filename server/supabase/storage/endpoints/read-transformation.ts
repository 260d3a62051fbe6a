import { type ImageType, RESIZE_MODES } from '#server/platform/images/image-type.ts'
import type { Transformation } from '#server/platform/images/pixels/transform-image.ts'
import { StorageError } from '#server/supabase/storage/storage-error.ts'

const MAX_SIDE_PX = 2500
const DEFAULT_QUALITY = 80
const MIN_QUALITY = 20

export const TRANSFORMATION_PARAMETERS = ['width', 'height', 'resize', 'format', 'quality'] as const

/**
 * What a transformed image is to be, by the parameters of hosted Supabase. Without a format it is a WebP for a browser that can
 * show one; `origin` keeps the image's own.
 * @throws StorageError
 */
export function readTransformation(
  query: URLSearchParams,
  image: { type: ImageType; accept: string | undefined },
): Transformation {
  return {
    width: readNumber('width', { min: 0, max: MAX_SIDE_PX }) || undefined,
    height: readNumber('height', { min: 0, max: MAX_SIDE_PX }) || undefined,
    resize: readChoice('resize', RESIZE_MODES) ?? 'cover',
    quality: readNumber('quality', { min: MIN_QUALITY, max: 100 }) ?? DEFAULT_QUALITY,
    type: readType(),
  }

  function readType(): ImageType {
    const format = readChoice('format', ['origin', 'webp', 'avif'] as const)
    if (format === 'webp' || format === 'avif') return `image/${format}`
    const prefersWebp = format === undefined && image.accept?.includes('image/webp')
    return prefersWebp ? 'image/webp' : image.type
  }

  function readNumber(name: string, { min, max }: { min: number; max: number }): number | undefined {
    const text = query.get(name)
    if (text === null) return undefined
    const value = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
    if (value >= min && value <= max) return value
    throw invalid(name, `must be a whole number from ${min} to ${max}`)
  }

  function readChoice<Choice extends string>(name: string, choices: readonly Choice[]): Choice | undefined {
    const text = query.get(name)
    const choice = choices.find((one) => one === text)
    if (choice || text === null) return choice
    throw invalid(name, `must be one of ${choices.join(', ')}`)
  }
}

function invalid(name: string, rule: string): StorageError {
  return new StorageError(400, 'InvalidRequest', `querystring/${name} ${rule}`)
}
