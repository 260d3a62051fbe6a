import { isRateLimited } from '#app/admin/kit/errors/classify-error.ts'
import { queryRetryDelayMs, shouldRetryQuery } from '#app/admin/kit/query/query-client.ts'
import { secondsToRetry } from '#app/browser-fetch.ts'
import { IMPORT_PART_BYTES, MAX_IMPORT_BYTES } from '#core/domain/site-import.ts'

const LONGEST_WAIT_SECONDS = 300

/** The calls of the server that an upload of a file needs. */
export interface PartStore {
  /** The numbers of the parts that are there. */
  list: () => Promise<ReadonlySet<number>>
  /** `onProgress` gets the part of it that was sent, from 0 to 1. */
  put: (part: number, content: Blob, onProgress: (fraction: number) => void) => Promise<void>
}

interface UploadPartsOptions {
  signal: AbortSignal
  /** The number of bytes of the file that the server has. */
  onProgress: (sent: number) => void
  /** Called before a part is sent again, with the seconds until then. */
  onWait: (seconds: number) => void
}

/**
 * Uploads a file in parts, one after the other, without those that the server has. A part that fails for the moment is sent again.
 * @throws what the server answers in the end, or the reason of the signal
 */
export async function uploadParts(file: Blob, store: PartStore, options: UploadPartsOptions): Promise<void> {
  const { signal, onProgress } = options
  const stored = await again(() => store.list(), options)
  const parts = Math.ceil(file.size / IMPORT_PART_BYTES)
  for (let part = 0; part < parts; part++) {
    const from = part * IMPORT_PART_BYTES
    const content = file.slice(from, from + IMPORT_PART_BYTES, 'application/octet-stream')
    signal.throwIfAborted()
    if (!stored.has(part)) {
      await again(
        () => store.put(part, content, (fraction) => onProgress(from + fraction * content.size)),
        options,
      )
    }
    onProgress(from + content.size)
  }
}

/** Calls `action` again while the server is away or busy for a moment. */
async function again<Result>(
  action: () => Promise<Result>,
  { signal, onWait }: UploadPartsOptions,
): Promise<Result> {
  for (let failures = 0; ; failures++) {
    try {
      return await action()
    } catch (error) {
      signal.throwIfAborted()
      // A large file may meet the limit of uploads any number of times.
      const waits = isRateLimited(error) && secondsToRetry() > 0 && secondsToRetry() <= LONGEST_WAIT_SECONDS
      if (!waits && !shouldRetryQuery(failures, error)) throw error
      const ms = queryRetryDelayMs(failures)
      onWait(Math.ceil(ms / 1000))
      await delay(ms, signal)
    }
  }
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        reject(signal.reason)
      },
      { once: true },
    )
  })
}

export const IMPORT_EXTENSIONS = [
  'zip',
  'json',
  'xml',
  'wxr',
  'rss',
  'atom',
  'md',
  'mdx',
  'markdown',
] as const

export type FileProblem = 'empty' | 'too-large' | 'kind' | 'unreadable'

/** Returns why a file cannot be imported, before any of it is uploaded; null when it may be. */
export async function findFileProblem(file: File): Promise<FileProblem | null> {
  if (!IMPORT_EXTENSIONS.some((extension) => file.name.toLowerCase().endsWith(`.${extension}`))) return 'kind'
  if (file.size > MAX_IMPORT_BYTES) return 'too-large'
  if (file.size === 0) return 'empty'
  // A folder that was dropped has a size too.
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => null,
      () => 'unreadable' as const,
    )
}
