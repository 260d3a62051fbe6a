import { createHash } from 'node:crypto'
import { chown, lstat, mkdir, mkdtemp, rm, rmdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand, type ServerAccount, summarize } from '#server/platform/database/embedded/account.ts'

export const SOCKET_PORT = 5432

/** Room in `sockaddr_un.sun_path` without the closing zero; macOS has 104 bytes, Linux 108. */
const MAX_SOCKET_PATH_BYTES = 103

/** The owner and the place of a cluster's socket. */
export interface SocketHome {
  cluster: string
  account: ServerAccount | null
  /** The folder in which clients of this process look for the socket. */
  socketDir: string
}

export function socketPath(folder: string, port: number = SOCKET_PORT): string {
  return join(folder, `.s.PGSQL.${port}`)
}

/** Chooses the folder of the server's socket: the cluster, or a short private folder if the path does not fit. */
export async function openSocketFolder(cluster: string, account: ServerAccount | null): Promise<string> {
  if (fits(cluster)) return cluster
  // The temporary folder of root may be closed to the server's user.
  const base = account || !fits(join(tmpdir(), 'ai-watch-0123456789abcdef')) ? '/tmp' : tmpdir()
  // The name has the inode, because a server may still run on a deleted cluster of the same name, in a folder of its own.
  const { ino } = await stat(cluster)
  const hash = createHash('sha256').update(`${cluster}\n${ino}`).digest('hex').slice(0, 16)
  const folder = join(base, `ai-watch-${hash}`)
  if (await claim(folder, account)) return folder
  return own(await mkdtemp(join(base, 'ai-watch-')), account)
}

/** Makes the folder again when it was removed with other temporary files; clients still look for the socket there. */
export async function reopenSocketFolder({ cluster, socketDir, account }: SocketHome): Promise<void> {
  if (socketDir === cluster || (await claim(socketDir, account))) return
  throw new Error(`The folder of PostgreSQL's socket, ${socketDir}, belongs to somebody else by now.`)
}

/** Links the socket of a server that another program has started with another folder. */
export async function linkSocket(
  home: SocketHome,
  server: { socketDir: string; port: number },
): Promise<void> {
  if (server.socketDir === home.socketDir && server.port === SOCKET_PORT) return
  await reopenSocketFolder(home)
  const link = [socketPath(server.socketDir, server.port), socketPath(home.socketDir)]
  // The link is made as the server's user, because root must not follow links in a folder of a less trusted user.
  const { code, output } = await runCommand('ln', ['-s', '-f', '-n', ...link], home.account)
  if (code !== 0)
    throw new Error(`The socket of PostgreSQL in ${server.socketDir} cannot be linked: ${summarize(output)}`)
}

/** Removes the link and the folder that remain after a server was stopped in order. */
export async function closeSocketFolder({ cluster, socketDir }: SocketHome): Promise<void> {
  await rm(socketPath(socketDir), { force: true })
  if (socketDir !== cluster) await rmdir(socketDir).catch(() => {})
}

/** Returns true if a path is short enough for the system, and free of characters that separate lists in PostgreSQL and its client. */
function fits(folder: string): boolean {
  const path = socketPath(folder)
  return Buffer.byteLength(path) <= MAX_SOCKET_PATH_BYTES && /^[\w./+-]+$/.test(path)
}

/** Makes the folder if it is missing. Returns true if it belongs to the server alone. */
async function claim(folder: string, account: ServerAccount | null): Promise<boolean> {
  try {
    await mkdir(folder, 0o700)
  } catch {
    const uid = account?.uid ?? process.getuid?.()
    const found = await lstat(folder)
    return found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0
  }
  await own(folder, account)
  return true
}

async function own(folder: string, account: ServerAccount | null): Promise<string> {
  if (account) await chown(folder, account.uid, account.gid)
  return folder
}
