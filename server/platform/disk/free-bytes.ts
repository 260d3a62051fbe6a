import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** How much of the disk on which a folder is can still be used by this user. */
export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return bavail * bsize
}

/** The same for a folder that is made when it is needed first. */
export async function freeBytesNear(folder: string): Promise<number> {
  return freeBytes(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || dirname(folder) === folder) throw error
    return freeBytesNear(dirname(folder))
  })
}
