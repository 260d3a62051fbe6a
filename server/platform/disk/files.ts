import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

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
