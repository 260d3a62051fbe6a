import { useSyncExternalStore } from 'react'
import { describeError } from '#app/admin/kit/errors/describe-error.ts'
import { signedIn } from '#app/admin/kit/session/signed-in.ts'
import { clientWithProgress } from '#app/admin/media/fetch-with-progress.ts'
import { uploadParts } from '#app/admin/operations/imports/upload-parts.ts'
import { listImportParts, readImport, uploadImportPart } from '#core/data/imports.ts'

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
