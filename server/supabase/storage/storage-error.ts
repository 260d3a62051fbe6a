import { DatabaseError } from 'pg'
import { isUnreachable } from '#server/platform/database/connection.ts'
import { isDiskFailure } from '#server/platform/faults/describe-failure.ts'
import { isReportedFault } from '#server/platform/faults/faults.ts'
import { FairQueueError } from '#server/platform/http/fair-queue.ts'
import { S3Error } from '#server/platform/s3-bucket.ts'
import { shorten } from '#server/supabase/rest/rest-error.ts'

/**
 * A refused or failed request. The body has the keys that the official client reads. As with hosted Supabase the status of the
 * response is 400 for most refusals, and the actual one is in `statusCode`.
 */
export class StorageError extends Error {
  override name = 'StorageError'
  readonly status: number
  readonly body: { statusCode: string; error: string; message: string; code: string }
  readonly retryAfterSeconds: number | undefined

  constructor(
    statusCode: number,
    code: string,
    message: string,
    options: { error?: string; status?: number; retryAfterSeconds?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.status = options.status ?? (statusCode >= 500 ? statusCode : 400)
    this.body = { statusCode: String(statusCode), error: options.error ?? code, message, code }
    this.retryAfterSeconds = options.retryAfterSeconds
  }
}

export const noSuchKey = () => new StorageError(404, 'NoSuchKey', 'Object not found', { error: 'not_found' })
export const noSuchBucket = () =>
  new StorageError(404, 'NoSuchBucket', 'Bucket not found', { error: 'Bucket not found' })
export const noSuchRoute = (message: string) =>
  new StorageError(404, 'NotFound', message, { error: 'Not Found', status: 404 })
export const accessDenied = (message: string) =>
  new StorageError(403, 'AccessDenied', message, { error: 'Unauthorized' })
const alreadyExists = () =>
  new StorageError(409, 'KeyAlreadyExists', 'The resource already exists', { error: 'Duplicate' })
export const tooLarge = () =>
  new StorageError(413, 'EntityTooLarge', 'The object exceeded the maximum allowed size', {
    error: 'Payload too large',
  })
/** Quoted text of a request is cut, so that a response never grows with it. */
export const invalidType = (type: string) =>
  new StorageError(415, 'InvalidMimeType', `mime type ${shorten(type)} is not supported`, {
    error: 'invalid_mime_type',
  })
export const unusableImage = (why: string) =>
  new StorageError(415, 'InvalidMimeType', `The file is not a picture that can be shown: ${why}`, {
    error: 'invalid_mime_type',
  })
export const invalidKey = (key: string) => new StorageError(400, 'InvalidKey', `Invalid key: ${shorten(key)}`)
export const invalidRequest = (message: string) => new StorageError(400, 'InvalidRequest', message)
export const noContent = () => new StorageError(400, 'InvalidRequest', 'No content provided')
export const invalidToken = (message: string) => new StorageError(400, 'InvalidJWT', message)
export const notSupported = (feature: string) =>
  new StorageError(409, 'NotSupported', `The feature ${feature} is not enabled for this resource`)
/** `what` is a sentence; the response says when to try again, in words and as a header. */
export const tooManyRequests = (what: string, retryAfterSeconds: number) => {
  const unit = retryAfterSeconds === 1 ? 'second' : 'seconds'
  return new StorageError(429, 'SlowDown', `${what} Please try again in ${retryAfterSeconds} ${unit}.`, {
    status: 429,
    retryAfterSeconds,
  })
}

/** Says, in the words of hosted Supabase, that the policies do not allow a change. */
export const refusedByPolicy = (table = 'objects') =>
  accessDenied(`new row violates row-level security policy for table "${table}"`)

/** Turns what the database or a queue throws into the refusal that a client sees; any other error is returned as it is. */
export function toStorageError(error: unknown): unknown {
  if (error instanceof FairQueueError)
    return tooManyRequests('Too many requests at once: its turn did not come in time.', 5)
  if (isUnreachable(error)) {
    const message = 'The database cannot be reached. Please try again in a moment.'
    return new StorageError(503, 'DatabaseTimeout', message, { retryAfterSeconds: 1, cause: error })
  }
  if (isDiskFailure(error)) {
    const message = 'There is no room for it on the disk of the server. Nothing was stored.'
    return new StorageError(507, 'InsufficientStorage', message, { cause: error })
  }
  if (error instanceof S3Error || isReportedFault(error)) {
    const message = 'The storage of files cannot be reached. Please try again in a moment.'
    return new StorageError(503, 'ServiceUnavailable', message, { retryAfterSeconds: 5, cause: error })
  }
  if (!(error instanceof DatabaseError)) return error
  if (error.code === '42501') return refusedByPolicy(error.table)
  if (error.code === '23505') return alreadyExists()
  if (error.code === 'PT413') return new StorageError(413, 'QuotaExceeded', error.message)
  if (error.code === '57014') {
    return new StorageError(504, 'DatabaseTimeout', 'The database took too long.', { cause: error })
  }
  return error
}
