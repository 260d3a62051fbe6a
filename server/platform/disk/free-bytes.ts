import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Below this much free space nothing is stored that grows. `private.is_disk_low` has it too. */
export const DISK_RESERVE_BYTES = 250_000_000

interface FreeSpace {
  folder: string
  /** The bytes that this user can still use on the disk of the folder. */
  free: number
  /** The bytes of the whole disk. */
  all: number
}

/** The least free space of the disks on which these folders are; null when none of them is there. */
export async function leastFree(folders: readonly string[]): Promise<FreeSpace | null> {
  const found = await Promise.all(
    folders.map(async (folder) => {
      const disk = await statfs(folder).catch(() => null)
      return disk && { folder, free: disk.bavail * disk.bsize, all: disk.blocks * disk.bsize }
    }),
  )
  return found.filter((one) => one !== null).toSorted((a, b) => a.free - b.free)[0] ?? null
}

/** The free bytes of the disk on which a folder is, or will be once it is needed. */
export async function freeBytesNear(folder: string): Promise<number> {
  const disk = await leastFree([folder])
  if (disk || dirname(folder) === folder) return disk?.free ?? 0
  return freeBytesNear(dirname(folder))
}
