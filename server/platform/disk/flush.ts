import { open } from 'node:fs/promises'

/** Returns when a file, or the list of the files in a folder, would survive a crash. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}
