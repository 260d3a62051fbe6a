import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { PoolClient } from 'pg'
import type { FairQueue } from '#server/platform/http/fair-queue.ts'
import type { ImageWorker } from '#server/platform/images/worker/image-worker.ts'
import type { Caller } from '#server/supabase/auth/bearer-token.ts'
import type { SupabaseRequestServices } from '#server/supabase/services.ts'
import type { SignedUrls } from '#server/supabase/storage/signed-urls.ts'
import type { TransformedImages } from '#server/supabase/storage/transformed-images.ts'

export interface StorageRequest {
  method: string
  /** The id of the bucket in the path, else empty. */
  bucket: string
  /** The name of the object in the path, which `requireObjectName` has not yet checked, else empty. */
  name: string
  query: URLSearchParams
  caller: Caller
  clientIp: string
  /** The request itself, whose body has not been read. */
  incoming: IncomingMessage
  /** Whether the client still waits for the response. */
  isWanted(): boolean
}

export interface StorageResponse {
  status: number
  headers: Record<string, string>
  body: string | Buffer | Readable | null
}

/** What endpoints work with. */
export interface EndpointDeps extends Pick<SupabaseRequestServices, 'limits' | 'storage'> {
  worker: ImageWorker
  signedUrls: SignedUrls
  transformedImages: TransformedImages
  uploads: FairQueue
  /** Runs statements in one transaction with the rights of the caller. */
  asCaller<T>(
    request: Pick<StorageRequest, 'caller' | 'clientIp' | 'isWanted'>,
    work: (client: PoolClient) => Promise<T>,
  ): Promise<T>
}

export type Endpoint = (request: StorageRequest, deps: EndpointDeps) => Promise<StorageResponse>

export function json(body: unknown, status = 200): StorageResponse {
  return {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  }
}

/** Without signing in nobody may list, store or remove anything, so the database need not be asked. */
export function isStranger({ caller }: Pick<StorageRequest, 'caller'>): boolean {
  return caller.kind !== 'user' && caller.kind !== 'service'
}
