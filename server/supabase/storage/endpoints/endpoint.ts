import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import type { PoolClient } from 'pg'
import * as z from 'zod'
import type { FairQueue } from '#server/platform/http/fair-queue.ts'
import type { InFlightLimit } from '#server/platform/http/in-flight.ts'
import { BodyError, readBody, withoutNulls } from '#server/platform/http/read-body.ts'
import type { ImageWorker } from '#server/platform/images/worker/image-worker.ts'
import type { AdmittedCaller } from '#server/supabase/auth/bearer-token.ts'
import type { SupabaseRequestServices } from '#server/supabase/services.ts'
import type { SignedUrls } from '#server/supabase/storage/signed-urls.ts'
import { invalidRequest, tooLarge } from '#server/supabase/storage/storage-error.ts'
import type { TransformedImages } from '#server/supabase/storage/stored-images.ts'

/** A thousand names of the usual length. */
const MAX_BYTES = 256 * 1024
const MAX_MESSAGE_LENGTH = 200

export interface StorageRequest {
  method: string
  /** The id of the bucket in the path, else empty. */
  bucket: string
  /** The name of the object in the path, which `requireObjectName` has not yet checked, else empty. */
  name: string
  query: URLSearchParams
  caller: AdmittedCaller
  clientIp: string
  /** The request itself, whose body has not been read. */
  incoming: IncomingMessage
  /** Returns true while the client still waits for the response. */
  isWanted(): boolean
}

export interface StorageResponse {
  status: number
  headers: Record<string, string>
  body: string | Buffer | Readable | null
}

export interface EndpointDeps extends Pick<SupabaseRequestServices, 'limits' | 'storage'> {
  worker: ImageWorker
  signedUrls: SignedUrls
  transformedImages: TransformedImages
  arriving: InFlightLimit
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

/** Anonymous callers may not list, store or remove anything, so no query is needed. */
export function isAnonymous({ caller }: Pick<StorageRequest, 'caller'>): boolean {
  return caller.kind === 'anonymous'
}

/** A whole number, or its digits as text, which the official client for Python sends and hosted Supabase accepts. */
export const wholeNumber = (min: number, max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value),
    z.int().min(min).max(max),
  )

/** One or more texts; one alone needs no list, as with hosted Supabase. */
export const texts = <Item extends z.ZodType>(item: Item, most: number) =>
  z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(item).min(1).max(most))

/**
 * The JSON body of a request. As with hosted Supabase, null is the same as no value, and keys that the schema does not name are
 * ignored.
 * @throws StorageError when it is too long, not JSON, or does not match the schema
 */
export async function readJson<Schema extends z.ZodType>(
  incoming: IncomingMessage,
  schema: Schema,
): Promise<z.output<Schema>> {
  const parsed = schema.safeParse(withoutNulls(parse(await readText(incoming))))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const where = issue?.path.length ? `body/${issue.path.join('/')}` : 'body'
  throw invalidRequest(`${where} ${issue?.message ?? 'is not valid'}`.slice(0, MAX_MESSAGE_LENGTH))
}

async function readText(incoming: IncomingMessage): Promise<string> {
  try {
    return await readBody(incoming, MAX_BYTES)
  } catch (error) {
    if (!(error instanceof BodyError)) throw error
    throw error.reason === 'too large' ? tooLarge() : invalidRequest(error.message)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw invalidRequest('body is not valid JSON')
  }
}

/**
 * Refuses parameters that an address cannot have: one that is ignored would mislead.
 * @throws StorageError
 */
export function requireParameters({ query }: StorageRequest, known: readonly string[]): void {
  const unknown = [...query.keys()].find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw invalidRequest(`querystring must NOT have ${JSON.stringify(unknown.slice(0, 40))}`)
  const twice = known.find((name) => query.getAll(name).length > 1)
  if (twice) throw invalidRequest(`querystring/${twice} must be given once`)
}
