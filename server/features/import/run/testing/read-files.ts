import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The files of an export by their paths; the address of its site is `SITE`. */
export async function readFiles(folder: string, siteUrl: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const files = new Map<string, string>()
  for (const path of paths.sort())
    files.set(path.slice(folder.length + 1), (await readFile(path, 'latin1')).replaceAll(siteUrl, 'SITE'))
  return files
}
