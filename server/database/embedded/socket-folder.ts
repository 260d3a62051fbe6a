import { createHash } from 'node:crypto'
import { chown, lstat, mkdir, mkdtemp, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerAccount } from '#server/database/embedded/server-account.ts'

export const SOCKET_PORT = 5432

/** Room in `sockaddr_un.sun_path` without the closing zero; macOS has 104 bytes, Linux 108. */
const MAX_SOCKET_PATH_BYTES = 103

export function socketPath(folder: string): string {
  return join(folder, `.s.PGSQL.${SOCKET_PORT}`)
}

/** Where the server's socket goes: into the cluster, or into a short private folder if its path does not fit. */
export async function openSocketFolder(cluster: string, account: ServerAccount | null): Promise<string> {
  if (fits(cluster)) return cluster
  // The temporary folder of root may be closed to the server's user.
  const base = account || !fits(join(tmpdir(), 'ai-watch-0123456789abcdef')) ? '/tmp' : tmpdir()
  // With the inode: a server that still runs on a deleted cluster of the same name keeps its own folder.
  const { ino } = await stat(cluster)
  const hash = createHash('sha256').update(`${cluster}\n${ino}`).digest('hex').slice(0, 16)
  const folder = join(base, `ai-watch-${hash}`)
  try {
    await mkdir(folder, 0o700)
  } catch {
    const uid = account?.uid ?? process.getuid?.()
    const found = await lstat(folder)
    if (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0) return folder
    return own(await mkdtemp(join(base, 'ai-watch-')), account)
  }
  return own(folder, account)
}

/** Short enough for the system, and free of what separates lists in PostgreSQL and its client. */
function fits(folder: string): boolean {
  const path = socketPath(folder)
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES && /^[\w./+-]+$/.test(path)
}

async function own(folder: string, account: ServerAccount | null): Promise<string> {
  if (account) await chown(folder, account.uid, account.gid)
  return folder
}
