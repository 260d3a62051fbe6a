import { limitKey } from '#server/platform/http/client-ip.ts'
import { matchesEtag } from '#server/platform/http/request-headers.ts'
import { IMAGE_TYPES, type ImageType, RESIZE_MODES } from '#server/platform/images/image-type.ts'
import type { Transformation } from '#server/platform/images/pixels/transform-image.ts'
import { UnreadableImage } from '#server/platform/images/unreadable-image.ts'
import {
  type Endpoint,
  type EndpointDeps,
  requireParameters,
  type StorageRequest,
  type StorageResponse,
} from '#server/supabase/storage/endpoints/endpoint.ts'
import {
  fileHeaders,
  getPublicObject,
  getServedObject,
  getSignedObject,
  type ServedObject,
} from '#server/supabase/storage/endpoints/served-object.ts'
import {
  invalidType,
  StorageError,
  tooManyRequests,
  unusableImage,
} from '#server/supabase/storage/storage-error.ts'

const MAX_SIDE_PX = 2500
const DEFAULT_QUALITY = 80
const MIN_QUALITY = 20

const TRANSFORMATION_PARAMETERS = ['width', 'height', 'resize', 'format', 'quality'] as const
const PARAMETERS = ['download', 'cacheNonce', ...TRANSFORMATION_PARAMETERS]

/** GET render/image/public/{bucket}/{name}: the address that `getPublicUrl` makes with a transformation. */
export const renderPublic: Endpoint = async (request, deps) => {
  requireParameters(request, PARAMETERS)
  return render(request, deps, { ...(await getPublicObject(request, deps)), query: request.query })
}

/** GET render/image/authenticated/{bucket}/{name}: `download` of the official client with a transformation. */
export const renderAuthenticated: Endpoint = async (request, deps) => {
  requireParameters(request, PARAMETERS)
  return render(request, deps, { ...(await getServedObject(request, deps)), query: request.query })
}

/** GET render/image/sign/{bucket}/{name}?token=: the transformation is part of the token. */
export const renderSigned: Endpoint = async (request, deps) => {
  requireParameters(request, ['token', 'download', 'cacheNonce'])
  const { transform, secondsLeft, ...found } = await getSignedObject(request, deps)
  const query = new URLSearchParams(transform)
  return render(request, deps, { ...found, query, cacheControl: `private, max-age=${secondsLeft}` })
}

async function render(
  request: StorageRequest,
  deps: EndpointDeps,
  { object, isPublic, query, cacheControl }: ServedObject & { query: URLSearchParams; cacheControl?: string },
): Promise<StorageResponse> {
  const { headers: asked } = request.incoming
  const { mimetype, cacheControl: stored } = object.metadata
  const type = IMAGE_TYPES.find((known) => known === mimetype)
  if (!type) throw invalidType(mimetype)
  const wanted = readTransformation(query, { type, accept: asked.accept })
  const image = deps.transformedImages(object, wanted)
  const headers: Record<string, string> = {
    ...fileHeaders({ type: wanted.type, name: object.name, download: request.query.get('download') }),
    etag: image.etag,
    'cache-control': cacheControl ?? (isPublic ? stored : `private, ${stored}`),
    ...(query.get('format') === null && { vary: 'accept' }),
  }
  if (matchesEtag(asked['if-none-match'], image.etag)) return { status: 304, headers, body: null }
  const { clientIp, isWanted } = request
  const admit = async () => {
    const wait = await deps.limits.take('render', clientIp)
    if (wait > 0) throw tooManyRequests('Too many images in new sizes.', wait)
  }
  const body = await image.read({ key: limitKey(clientIp), isWanted, admit }).catch(refuseUnreadable)
  headers['content-length'] = String(body.length)
  return { status: 200, headers, body: request.method === 'HEAD' ? null : body }
}

function refuseUnreadable(error: unknown): never {
  if (error instanceof UnreadableImage) throw unusableImage('it cannot be shown in this size')
  throw error
}

/**
 * Reads a transformation from the parameters of hosted Supabase. Without a format it is a WebP for a browser that can show one; `origin`
 * keeps the image's own.
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
