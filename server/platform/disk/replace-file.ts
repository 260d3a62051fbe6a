import { rename, rm, writeFile } from 'node:fs/promises'

/** Writes a file that only this user may read. After a crash it is complete, or as it was before. */
export async function replaceFile(file: string, text: string): Promise<void> {
  const partial = `${file}.new`
  await rm(partial, { force: true })
  await writeFile(partial, text, { mode: 0o600, flag: 'wx', flush: true })
  await rename(partial, file)
}
