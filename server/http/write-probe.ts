import { constants, type FileHandle, open, rm } from 'node:fs/promises'

const PROBE_BYTES = Buffer.alloc(64 * 1024)
const PROBE_INTERVAL_MS = 1_000

/** Null when a file can be written, else why not, in words that name no path. */
export type WriteProbe = () => Promise<'disk full' | 'data folder cannot be written' | null>

/** Tries to write to a file of its own, at most once a second whoever asks, and leaves nothing there. */
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
    // A link in its place is not followed, since root may be asking, and a pipe not waited for.
    const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW, O_NONBLOCK } = constants
    const handle = await open(file, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0o600)
    try {
      await fill(handle)
    } finally {
      // A device, such as one that is always full, stays where it is.
      if ((await handle.stat()).isFile()) await rm(file, { force: true })
      await handle.close()
    }
    return null
  } catch (error) {
    const isFull = ['ENOSPC', 'EDQUOT', 'EFBIG'].includes((error as NodeJS.ErrnoException).code ?? '')
    return isFull ? 'disk full' : 'data folder cannot be written'
  }
}

/** The disk may say only when it is made durable that there is no room. */
async function fill(handle: FileHandle): Promise<void> {
  await handle.writeFile(PROBE_BYTES)
  await handle.datasync()
}
