import { limitKey } from '#server/platform/http/client-ip.ts'
import { matchesEtag } from '#server/platform/http/matches-etag.ts'
import { IMAGE_TYPES } from '#server/platform/images/image-type.ts'
import { UnreadableImage } from '#server/platform/images/unreadable-image.ts'
import type {
  Endpoint,
  EndpointDeps,
  StorageRequest,
  StorageResponse,
} from '#server/supabase/storage/endpoints/endpoint.ts'
import { fileHeaders, requireParameters } from '#server/supabase/storage/endpoints/file-headers.ts'
import {
  getPublicObject,
  getServedObject,
  getSignedObject,
  type ServedObject,
} from '#server/supabase/storage/endpoints/get-served-object.ts'
import {
  readTransformation,
  TRANSFORMATION_PARAMETERS,
} from '#server/supabase/storage/endpoints/read-transformation.ts'
import { invalidType, slowDown, unusableImage } from '#server/supabase/storage/storage-error.ts'

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
    if (wait > 0) throw slowDown('Too many images in new sizes. Please try again later.', wait)
  }
  const body = await image.read({ key: limitKey(clientIp), isWanted, admit }).catch(refuseUnreadable)
  headers['content-length'] = String(body.length)
  return { status: 200, headers, body: request.method === 'HEAD' ? null : body }
}

function refuseUnreadable(error: unknown): never {
  if (error instanceof UnreadableImage) throw unusableImage('it cannot be shown in this size')
  throw error
}
