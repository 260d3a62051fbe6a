import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { addressOf, limitKey } from '#server/platform/http/client-ip.ts'
import { createFairQueue } from '#server/platform/http/fair-queue.ts'
import { createInFlightLimit } from '#server/platform/http/in-flight.ts'
import { headerOf } from '#server/platform/http/request-headers.ts'
import type { RequestHandler } from '#server/platform/http/web-server.ts'
import type { ImageWorker } from '#server/platform/images/worker/image-worker.ts'
import { type AdmittedCaller, countedAs, hasApiKey } from '#server/supabase/auth/bearer-token.ts'
import { identityOf, transactionAs } from '#server/supabase/rest/run-query.ts'
import type { SupabaseRequestServices } from '#server/supabase/services.ts'
import { type EndpointDeps, json, type StorageResponse } from '#server/supabase/storage/endpoints/endpoint.ts'
import { type FileSource, type StoreRequest, storeFile } from '#server/supabase/storage/endpoints/upload.ts'
import { decodeParts } from '#server/supabase/storage/objects.ts'
import { findRoute, type MatchedRoute } from '#server/supabase/storage/routes.ts'
import { createSignedUrls } from '#server/supabase/storage/signed-urls.ts'
import {
  accessDenied,
  noSuchRoute,
  StorageError,
  tooManyRequests,
  toStorageError,
} from '#server/supabase/storage/storage-error.ts'
import { createTransformedImages } from '#server/supabase/storage/stored-images.ts'

export const STORAGE_PREFIX = '/storage/v1'

const KB = 1024
const MAX_PATH_LENGTH = 4 * KB
/** The memory that is reserved for a file while it is sent. */
const DOWNLOAD_BYTES = 128 * KB
/** A page of a media library shows dozens of images; a whole office may share an address. */
export const IN_FLIGHT = {
  perKey: { requests: 64, bytes: 8 * KB * KB },
  inAll: { requests: 512, bytes: 64 * KB * KB },
  ensured: { requests: 4, bytes: KB * KB },
}
/** Uploads on the disk of this machine that arrive or have arrived: of a caller, in all, and the part that each caller is ensured. */
export const ARRIVING = {
  perKey: { requests: 16, bytes: 128 * KB * KB },
  inAll: { requests: 128, bytes: 512 * KB * KB },
  ensured: { requests: 4, bytes: 32 * KB * KB },
}
/** Uploads that have arrived and are worked on. */
export const UPLOADS = { atOnce: 8, maxWaitMs: 100_000 }
const TRANSFORMATIONS = { atOnce: 4, maxWaitMs: 20_000 }
/** A client that has not read its response by then is disconnected. */
const MAX_RESPONSE_MS = 120_000
/** The time for which the rest of a rejected upload is read and discarded, so that its client gets to read the rejection. */
const DISCARD_MS = 2_000

interface StorageDeps
  extends Pick<
    SupabaseRequestServices,
    'storage' | 'requestPools' | 'secrets' | 'limits' | 'identify' | 'trustProxy' | 'log'
  > {
  worker: ImageWorker
  /** Sent with every response. */
  headers: Record<string, string>
}

/** The storage of files, as requests and the rest of the server use it. */
export interface StorageServer {
  /** Handles requests below /storage/v1: the part of Supabase's storage API that the product uses. */
  listener: RequestHandler
  /**
   * Stores a file that does not come with a request to /storage/v1, with the same rights, limits and checks.
   * @throws StorageError, and the errors of `receive`
   */
  store: (request: StoreRequest, source: FileSource) => Promise<{ id: string; name: string }>
}

export function createStorage(deps: StorageDeps): StorageServer {
  const { storage, requestPools, secrets, limits, identify, trustProxy, log, worker, headers } = deps
  const inFlight = createInFlightLimit(IN_FLIGHT)
  const endpointDeps: EndpointDeps = {
    storage,
    limits,
    worker,
    signedUrls: createSignedUrls(secrets),
    transformedImages: createTransformedImages({ storage, worker, queue: createFairQueue(TRANSFORMATIONS) }),
    arriving: createInFlightLimit(ARRIVING),
    uploads: createFairQueue(UPLOADS),
    asCaller({ caller, clientIp, isWanted }, work) {
      const run = () => transactionAs(requestPools, identityOf(caller, clientIp), work)
      return requestPools.turns.run(countedAs(caller), run, isWanted, 'requests')
    },
  }

  async function respondTo(incoming: IncomingMessage): Promise<StorageResponse> {
    const { method = 'GET', url = '' } = incoming
    const at = url.indexOf('?')
    const path = url.slice(STORAGE_PREFIX.length + 1, at < 0 ? undefined : at)
    const query = new URLSearchParams(at < 0 ? '' : url.slice(at + 1))
    if (url.length > MAX_PATH_LENGTH) throw new StorageError(414, 'InvalidRequest', 'The address is too long')
    const route = findRoute(method, decodeParts(path))
    if (!route) throw noSuchRoute(`Route ${method}:/${path.slice(0, 80)} not found`)
    const clientIp = addressOf(incoming, trustProxy)
    const isWanted = () => !incoming.socket.destroyed
    const caller = await requireCaller(incoming, route)
    if (route.method !== 'GET' && caller.kind !== 'service') await takeFromLimit(clientIp)
    const { bucket, name, endpoint } = route
    return endpoint({ method, bucket, name, query, caller, clientIp, incoming, isWanted }, endpointDeps)
  }

  /** @throws StorageError when the API key or the access token is not valid */
  async function requireCaller(incoming: IncomingMessage, { isOpen }: MatchedRoute): Promise<AdmittedCaller> {
    if (isOpen) return { kind: 'anonymous' }
    const header = (name: string) => headerOf(incoming, name)
    if (!hasApiKey({ get: header })) throw noKey('No API key found in request')
    const caller = await identify({ get: header })
    if (caller.kind !== 'refused') return caller
    throw caller.wait ? tooManyRequests(caller.reason, caller.wait) : accessDenied(caller.reason)
  }

  async function takeFromLimit(clientIp: string): Promise<void> {
    const wait = await limits.take('storage', clientIp)
    if (wait > 0) throw tooManyRequests('Too many requests from this address.', wait)
  }

  function errorResponse(incoming: IncomingMessage, thrown: unknown): StorageResponse {
    const line = `${incoming.method} ${incoming.url?.split('?', 1).join('')}`
    const error = toStorageError(thrown)
    // The client has disconnected and reads no response; its aborted upload is not an error of the database.
    const isGone = incoming.socket.destroyed
    if (isGone) log.debug(`${line}: the client disconnected`)
    if (!(error instanceof StorageError)) {
      if (!isGone) log.error(line, error)
      const message = 'Something went wrong on our side. Please try again in a moment.'
      return responseTo(new StorageError(500, 'InternalError', message, { error: 'Internal' }))
    }
    const said = `${line}: ${error.body.statusCode} ${error.body.code}`
    if (error.status >= 500 && !isGone) log.error(said, error.cause ?? error)
    else log.debug(`${said} ${causeOf(error)}`)
    return responseTo(error)
  }

  async function send(
    response: ServerResponse,
    { status, headers: own, body }: StorageResponse,
  ): Promise<void> {
    const timeout = setTimeout(() => response.destroy(), MAX_RESPONSE_MS).unref()
    response.once('close', () => clearTimeout(timeout))
    response.writeHead(status, { ...headers, ...own })
    if (!(body instanceof Readable)) {
      response.end(response.req.method === 'HEAD' ? undefined : (body ?? undefined))
      return
    }
    // The client has disconnected, or the file cannot be read to its end: the response is shorter than its length header.
    await pipeline(body, response).catch((error: Error) =>
      log.debug(`A file was not sent to its end: ${error.message}`),
    )
  }

  const listener: RequestHandler = async (incoming, response) => {
    const ticket = inFlight.admit(limitKey(addressOf(incoming, trustProxy)))
    const answer = async (): Promise<StorageResponse> => {
      if (!ticket) throw tooManyRequests('Too many requests at once from this address.', 1)
      const result = await respondTo(incoming)
      const bytes = result.body instanceof Readable ? DOWNLOAD_BYTES : (result.body?.length ?? 0)
      if (ticket.reserve(bytes)) return result
      if (result.body instanceof Readable) result.body.destroy()
      throw tooManyRequests('Too much is being read at once.', 5)
    }
    const result = await answer().catch((error: unknown) => errorResponse(incoming, error))
    if (response.closed) ticket?.release()
    else response.once('close', () => ticket?.release())
    if (!incoming.complete) discardRest(incoming, response)
    await send(response, result)
  }

  return {
    listener,
    store: (request, source) =>
      storeFile(request, endpointDeps, source).catch((error: unknown) => {
        throw toStorageError(error)
      }),
  }
}

/** Reads on for a moment and drops what arrives; after that the connection of a client that still sends is closed. */
function discardRest(incoming: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    const timeout = setTimeout(() => incoming.destroy(), DISCARD_MS).unref()
    incoming.once('close', () => clearTimeout(timeout))
    incoming.once('end', () => clearTimeout(timeout))
    incoming.on('error', () => {})
    incoming.resume()
  })
}

function noKey(message: string): StorageError {
  return new StorageError(401, 'AccessDenied', message, { error: 'Unauthorized', status: 401 })
}

function responseTo({ status, body, retryAfterSeconds }: StorageError): StorageResponse {
  const { headers, body: text } = json(body)
  if (retryAfterSeconds !== undefined) headers['retry-after'] = String(retryAfterSeconds)
  return { status, headers, body: text }
}

function causeOf({ cause, message }: StorageError): string {
  return cause instanceof Error ? cause.message : message
}
