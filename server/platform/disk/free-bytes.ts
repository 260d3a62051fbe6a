import { statfs } from 'node:fs/promises'

/** How much of the disk on which a folder is can still be used by this user. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}
