import {
  getBucket,
  listBuckets,
  refuseBucketChange,
  refuseFeature,
} from '#server/storage/endpoints/buckets.ts'
import { download, downloadPublic, downloadSigned } from '#server/storage/endpoints/download.ts'
import type { Endpoint } from '#server/storage/endpoints/endpoint.ts'
import { showInfo, showPublicInfo } from '#server/storage/endpoints/info.ts'
import { listObjects, listObjectsV2 } from '#server/storage/endpoints/list.ts'
import { copyObject, moveObject } from '#server/storage/endpoints/move-and-copy.ts'
import { removeObject, removeObjects } from '#server/storage/endpoints/remove.ts'
import { renderAuthenticated, renderPublic, renderSigned } from '#server/storage/endpoints/render.ts'
import { signUpload, signUrl, signUrls } from '#server/storage/endpoints/sign.ts'
import { createObject, updateObject, uploadToSignedUrl } from '#server/storage/endpoints/upload.ts'

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `:bucket` stands for one part of the path, `*` for the rest of it, the name of an object. */
  path: string
  endpoint: Endpoint
  /** Whether it can be asked for without an API key, as an address in a page is. */
  isOpen?: boolean
}

/** Everything below /storage/v1. Of several routes that match, the first is taken; a GET answers HEAD too. */
export const ROUTES: readonly Route[] = [
  { method: 'GET', path: 'object/public/:bucket/*', endpoint: downloadPublic, isOpen: true },
  { method: 'GET', path: 'object/sign/:bucket/*', endpoint: downloadSigned, isOpen: true },
  { method: 'GET', path: 'object/info/public/:bucket/*', endpoint: showPublicInfo, isOpen: true },
  { method: 'GET', path: 'object/info/authenticated/:bucket/*', endpoint: showInfo },
  { method: 'GET', path: 'object/info/:bucket/*', endpoint: showInfo },
  { method: 'GET', path: 'object/authenticated/:bucket/*', endpoint: download },
  { method: 'GET', path: 'object/:bucket/*', endpoint: download },

  { method: 'POST', path: 'object/list/:bucket', endpoint: listObjects },
  { method: 'POST', path: 'object/list-v2/:bucket', endpoint: listObjectsV2 },
  { method: 'POST', path: 'object/move', endpoint: moveObject },
  { method: 'POST', path: 'object/copy', endpoint: copyObject },
  { method: 'POST', path: 'object/sign/:bucket', endpoint: signUrls },
  { method: 'POST', path: 'object/sign/:bucket/*', endpoint: signUrl },
  { method: 'POST', path: 'object/upload/sign/:bucket/*', endpoint: signUpload },
  { method: 'PUT', path: 'object/upload/sign/:bucket/*', endpoint: uploadToSignedUrl, isOpen: true },

  { method: 'POST', path: 'object/:bucket/*', endpoint: createObject },
  { method: 'PUT', path: 'object/:bucket/*', endpoint: updateObject },
  { method: 'DELETE', path: 'object/:bucket', endpoint: removeObjects },
  { method: 'DELETE', path: 'object/:bucket/*', endpoint: removeObject },

  { method: 'GET', path: 'render/image/public/:bucket/*', endpoint: renderPublic, isOpen: true },
  { method: 'GET', path: 'render/image/sign/:bucket/*', endpoint: renderSigned, isOpen: true },
  { method: 'GET', path: 'render/image/authenticated/:bucket/*', endpoint: renderAuthenticated },

  { method: 'GET', path: 'bucket', endpoint: listBuckets },
  { method: 'GET', path: 'bucket/:bucket', endpoint: getBucket },
  { method: 'POST', path: 'bucket', endpoint: refuseBucketChange },
  { method: 'PUT', path: 'bucket/:bucket', endpoint: refuseBucketChange },
  { method: 'DELETE', path: 'bucket/:bucket', endpoint: refuseBucketChange },
  { method: 'POST', path: 'bucket/:bucket/empty', endpoint: refuseBucketChange },

  { method: 'GET', path: 'bucket/:bucket/lifecycle', endpoint: refuseFeature },
  { method: 'PUT', path: 'bucket/:bucket/lifecycle', endpoint: refuseFeature },
  { method: 'DELETE', path: 'bucket/:bucket/lifecycle', endpoint: refuseFeature },
  { method: 'DELETE', path: 'cdn/:bucket', endpoint: refuseFeature },
  { method: 'DELETE', path: 'cdn/:bucket/*', endpoint: refuseFeature },
]

export interface MatchedRoute extends Route {
  bucket: string
  name: string
}

/** The route of a request, by the decoded parts of its path. */
export function findRoute(method: string, parts: string[]): MatchedRoute | null {
  const wanted = method === 'HEAD' ? 'GET' : method
  for (const { route, pattern } of PATTERNS) {
    const found = route.method === wanted ? match(pattern, parts) : null
    if (found) return { ...route, ...found }
  }
  return null
}

const PATTERNS = ROUTES.map((route) => ({ route, pattern: route.path.split('/') }))

function match(pattern: string[], parts: string[]): { bucket: string; name: string } | null {
  const hasRest = pattern.at(-1) === '*'
  if (hasRest ? parts.length < pattern.length : parts.length !== pattern.length) return null
  let bucket = ''
  for (const [index, expected] of pattern.entries()) {
    const part = parts[index] ?? ''
    if (expected === '*') return { bucket, name: parts.slice(index).join('/') }
    if (expected === ':bucket') bucket = part
    else if (expected !== part) return null
  }
  return { bucket, name: '' }
}
