import { useSyncExternalStore } from 'react'
import { isRateLimited } from '#app/admin/kit/errors/classify-error.ts'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { queryRetryDelayMs, shouldRetryQuery } from '#app/admin/kit/query/query-client.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { clientWithProgress } from '#app/admin/media/fetch-with-progress.ts'
import { secondsToRetry } from '#app/browser-fetch.ts'
import { listImportParts, readImport, uploadImportPart } from '#core/data/imports.ts'
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

export interface Upload {
  file: File
  status: 'uploading' | 'stopped' | 'failed'
  /** The number of bytes of the file that the server has. */
  sent: number
  /** The time until a part is sent again; 0 while one is sent. */
  waitSeconds: number
  /** The reason why it failed. */
  problem: string
}

/** The uploads of this tab, by the ids of their imports. They go on while other pages of the desk are open. */
const uploads = new Map<string, Upload>()
const controllers = new Map<string, AbortController>()
const listeners = new Set<() => void>()

function set(id: string, upload: Upload | null): void {
  if (upload) uploads.set(id, upload)
  else uploads.delete(id)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The upload of an import in this tab; null when it has none, for example after a reload. */
export function useUploadOf(id: string): Upload | null {
  return useSyncExternalStore(
    subscribe,
    () => uploads.get(id) ?? null,
    () => null,
  )
}

/** Uploads what is missing of a file, and has it read. `refresh` fetches the import again, which may have got on in another window. */
export async function startUpload(id: string, file: File, refresh: () => Promise<unknown>): Promise<void> {
  controllers.get(id)?.abort()
  const controller = new AbortController()
  const { signal } = controller
  controllers.set(id, controller)
  const change = (changes: Partial<Upload>) =>
    signal.aborted || set(id, { ...(uploads.get(id) ?? FRESH), file, ...changes })
  change({ status: 'uploading', waitSeconds: 0, problem: '' })
  try {
    await uploadParts(file, partStore(id, signal), {
      signal,
      onProgress: (sent) => change({ sent, waitSeconds: 0 }),
      onWait: (waitSeconds) => change({ waitSeconds }),
    })
    const answer = await signedIn((client) => readImport(client, { id }))
    if (answer.status === 'refused') change({ status: 'failed', problem: answer.message })
    await refresh()
    if (answer.status === 'answered' && !signal.aborted) set(id, null)
  } catch (error) {
    change({ status: 'failed', problem: describeError(error) })
    if (!signal.aborted) await refresh()
  }
}

/** Ends an upload; what was sent stays, so that it can go on. */
export function stopUpload(id: string): void {
  controllers.get(id)?.abort()
  const upload = uploads.get(id)
  if (upload) set(id, { ...upload, status: 'stopped', waitSeconds: 0 })
}

/** Of an import that is removed. */
export function forgetUpload(id: string): void {
  controllers.get(id)?.abort()
  controllers.delete(id)
  set(id, null)
}

const FRESH = { status: 'uploading', sent: 0, waitSeconds: 0, problem: '' } as const

function partStore(id: string, signal: AbortSignal) {
  return {
    list: () => signedIn((client) => listImportParts(client, id)),
    put: (part: number, content: Blob, onProgress: (fraction: number) => void) =>
      signedIn(async (client) =>
        uploadImportPart(await clientWithProgress(client, { onProgress, signal }), { id, part, content }),
      ),
  }
}
