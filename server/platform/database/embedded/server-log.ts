import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { summarize } from '#server/platform/database/embedded/account.ts'

const LOG_LIMIT_BYTES = 10 * 1024 * 1024
const LOG_CHECK_SECONDS = 60

/** Lines that the server writes at every start, whether it succeeds or fails. */
const routine = /^LOG: +(starting|listening|shutting|database system|background|received)/

export function serverLog(cluster: string): string {
  return join(cluster, 'server.log')
}

/** Size of the log now: where the lines of the next start begin. */
export async function logSize(file: string): Promise<number> {
  return (await inFile(file, constants.O_RDONLY, async (handle) => (await handle.stat()).size)) ?? 0
}

/** What the server wrote since `offset` about why it did not start, in one line. */
export async function explainLog(file: string, offset: number): Promise<string> {
  const text = await inFile(file, constants.O_RDONLY, async (handle) => {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(8192), 0, 8192, offset)
    return buffer.toString('utf8', 0, bytesRead)
  })
  const lines = (text ?? '').split('\n').map((line) => line.replace(/^\S+ \S+ UTC \[\d+\] /, ''))
  return summarize(lines.filter((line) => !routine.test(line)).join('\n'))
}

/** Empties the log whenever it has grown too long; the server appends to it, and so can go on writing. */
export function limitLog(file: string): { stop(): void } {
  const check = () =>
    inFile(file, constants.O_RDWR, async (handle) => {
      if ((await handle.stat()).size > LOG_LIMIT_BYTES) await handle.truncate()
    }).catch(() => {})
  void check()
  const timer = setInterval(() => void check(), LOG_CHECK_SECONDS * 1000).unref()
  return { stop: () => clearInterval(timer) }
}

/** Does not follow a symbolic link: root opens this file in a folder that belongs to a less trusted user. */
async function inFile<T>(
  file: string,
  flags: number,
  use: (handle: FileHandle) => Promise<T>,
): Promise<T | null> {
  const handle = await open(file, flags | constants.O_NOFOLLOW).catch(() => null)
  if (!handle) return null
  try {
    return await use(handle)
  } finally {
    await handle.close()
  }
}
