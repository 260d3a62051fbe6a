import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

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
