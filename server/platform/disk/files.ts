import { open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Returns when a file, or the list of the files in a folder, would survive a crash. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}

/** Writes a file that only this user may read. After a crash it is complete, or as it was before. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const partial = `${file}.new`
  await rm(partial, { force: true })
  await writeFile(partial, text, { mode: 0o600, flag: 'wx', flush: true })
  await rename(partial, file)
}

/** Removes the files of a folder that nobody has written to for so long, because their process was killed. */
export async function removeOlder(
  folder: string,
  ms: number,
  isOurs: (name: string) => boolean = () => true,
): Promise<void> {
  for (const name of (await readdir(folder)).filter(isOurs)) {
    const path = join(folder, name)
    // Another process may be as quick.
    const stats = await stat(path).catch(() => null)
    if (stats && stats.mtimeMs < Date.now() - ms) await rm(path, { force: true })
  }
}

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
