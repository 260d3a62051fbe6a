import {
  codeOf,
  isDiskFull,
  isRateLimited,
  isSessionExpired,
  isTemporary,
} from '#app/admin/kit/errors/classify-error.ts'
import { describeError, describeWait } from '#app/admin/kit/errors/describe-error.ts'
import { t } from '#app/admin/kit/messages.ts'
import { queryRetryDelayMs, shouldRetryQuery } from '#app/admin/kit/query/query-client.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { clientWithProgress, type ProgressOptions } from '#app/admin/media/fetch-with-progress.ts'
import { secondsToRetry } from '#app/browser-fetch.ts'
import type { ToastMessage } from '#app/components/ui/toast.tsx'
import type { Client } from '#core/data/client.ts'
import { MEDIA_BUCKET } from '#core/data/media-files.ts'
import { fileAddress } from '#core/domain/image-address-input.ts'
import { plainFileName } from '#core/domain/media-input.ts'

/** An image that was refused, by this page or by the server. */
export class UploadError extends Error {
  override name = 'UploadError'
  /** The server's code, `not_an_image` or `too_large`. */
  readonly code: string
  /** The HTTP status that the server meant; 0 when it was not asked. */
  readonly status: number

  constructor(code: string, status = 0) {
    super(code)
    this.code = code
    this.status = status
  }
}

const UPLOAD_MAX_BYTES = 5 * 1024 * 1024

/**
 * Uploads an image and returns its address relative to the site, as articles store it. When the session has ended, the page asks for
 * the password and the file is sent again; a file that is tried again keeps its name, so that it is never stored twice.
 * @throws UploadError, NoResponseError, or the reason of the signal
 */
export async function uploadImage(file: File, options: ProgressOptions = {}): Promise<{ path: string }> {
  requireUploadable(file)
  const name = nameOf(file)
  await signedIn((client) => untilTaken(() => send(client, name, file, options), options))
  return { path: fileAddress(name) }
}

/** @throws UploadError for what the server would refuse anyway */
export function requireUploadable(file: File): void {
  if (!file.type.startsWith('image/')) throw new UploadError('not_an_image')
  if (file.size > UPLOAD_MAX_BYTES) throw new UploadError('too_large')
  if (file.size === 0) throw new UploadError('InvalidMimeType')
}

const names = new WeakMap<File, string>()

function nameOf(file: File): string {
  const known = names.get(file)
  if (known) return known
  const random = crypto.getRandomValues(new Uint8Array(8))
  const hex = [...random].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  const name = `articles/${Date.now()}-${hex}.${extensionOf(file)}`
  names.set(file, name)
  return name
}

/** The library keeps what the file is called; the name in the bucket must end as one of the formats that the site has variants of. */
function extensionOf({ type }: File): string {
  const format = /^image\/(avif|gif|jpeg|png|webp)$/.exec(type)?.[1] ?? 'png'
  return format === 'jpeg' ? 'jpg' : format
}

/**
 * Sends a file again while a busy server says that it will soon have room for it.
 * @throws what `send` throws in the end, or the reason of the signal
 */
export async function untilTaken(
  send: () => Promise<void>,
  { onWait, signal }: Pick<ProgressOptions, 'onWait' | 'signal'>,
): Promise<void> {
  for (let failures = 0; ; failures++) {
    try {
      return await send()
    } catch (error) {
      if (!isRateLimited(error) || !shouldRetryQuery(failures, error)) throw error
      onWait?.(secondsToRetry())
      await delay(queryRetryDelayMs(failures), signal)
    }
  }
}

function delay(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason)
    const timer = setTimeout(resolve, ms)
    signal?.addEventListener('abort', () => {
      clearTimeout(timer)
      reject(signal.reason)
    })
  })
}

async function send(client: Client, name: string, file: File, options: ProgressOptions): Promise<void> {
  const uploader = await clientWithProgress(client, options)
  const { error } = await uploader.storage
    .from(MEDIA_BUCKET)
    .upload(name, file, { metadata: { filename: plainFileName(file.name) } })
  if (!error) return
  if ('originalError' in error) throw error.originalError
  // The name is unique, so an earlier attempt stored the file and only its response was lost.
  if ('code' in error && error.code === 'KeyAlreadyExists') return
  throw new UploadError(String('code' in error ? error.code : ''), Number(error.statusCode))
}

/** The message for a failed upload. */
export function describeUploadError(error: unknown) {
  const [title, description] = wordsFor(error)
  return { title, description, variant: 'destructive' } satisfies ToastMessage
}

/** Tells whether the same file may be accepted in a moment. */
export function canTryAgain(error: unknown): boolean {
  return !['not_an_image', 'too_large', 'EntityTooLarge', 'InvalidMimeType'].includes(codeOf(error))
}

function wordsFor(error: unknown): [title: string, description: string] {
  const failed = t('media.upload.failed')
  switch (codeOf(error)) {
    case 'not_an_image':
      return [t('media.upload.type'), t('media.upload.type.hint')]
    case 'too_large':
    case 'EntityTooLarge':
      return [t('media.upload.large'), t('media.upload.large.hint')]
    case 'InvalidMimeType':
      return [failed, t('media.upload.unreadable')]
    case 'SlowDown':
      return [failed, secondsToRetry() > 0 ? describeWait(secondsToRetry()) : t('media.upload.slowDown')]
    case 'AccessDenied':
      return [failed, t('media.upload.denied')]
  }
  if (isSessionExpired(error)) return [failed, t('media.upload.session')]
  if (isDiskFull(error) || codeOf(error) === 'QuotaExceeded') return [failed, describeError(error)]
  if (isTemporary(error)) return [failed, t('media.upload.unreachable')]
  return [failed, t('media.upload.failed.hint')]
}
