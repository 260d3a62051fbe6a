import { constants, type FileHandle, open, rm } from 'node:fs/promises'

const PROBE_BYTES = Buffer.alloc(64 * 1024)
const PROBE_INTERVAL_MS = 1_000

/** Null when a file can be written, else the reason, without any path. */
export type WriteProbe = () => Promise<'disk full' | 'data folder cannot be written' | null>

/** Checks whether files can be written by writing one and deleting it, at most once a second. */
export function createWriteProbe(file: string, { now = () => performance.now() } = {}): WriteProbe {
  let last: { result: ReturnType<WriteProbe>; isOver: boolean; startedAt: number } | undefined
  return () => {
    if (last && !(last.isOver && now() - last.startedAt >= PROBE_INTERVAL_MS)) return last.result
    const probe = { result: tryToWrite(file), isOver: false, startedAt: now() }
    void probe.result.then(() => {
      probe.isOver = true
    })
    last = probe
    return probe.result
  }
}

async function tryToWrite(file: string): ReturnType<WriteProbe> {
  try {
    // Links are not followed, because the process may run as root, and a pipe must not block.
    const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW, O_NONBLOCK } = constants
    const handle = await open(file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    try {
      await fill(handle)
    } finally {
      // Only a regular file is deleted, never a device such as /dev/full, which a test uses.
      if ((await handle.stat()).isFile()) await rm(file, { force: true })
      await handle.close()
    }
    return null
  } catch (error) {
    const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '')
    return isFull ? 'disk full' : 'data folder cannot be written'
  }
}

/** Some file systems report a full disk only when the data is flushed. */
async function fill(handle: FileHandle): Promise<void> {
  await handle.writeFile(PROBE_BYTES)
  await handle.datasync()
}
