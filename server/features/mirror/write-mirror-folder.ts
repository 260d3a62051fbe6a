import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, mkdir, readFile, rm, rmdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { finished } from 'node:stream/promises'
import { type ExportEntry, ExportError } from '#server/features/export/export-entry.ts'
import { isEmptyFolder, makeFolder, writeFile } from '#server/features/export/write-folder.ts'

/** The file by which a folder is known as a mirror: the paths of its files, each a line. */
const LIST = '.ai-watch-mirror'
/** Longer than any path of a mirror. */
const MAX_LINE = 400

/**
 * Writes a mirror into a folder: a new or an empty one, or that of an earlier mirror, in which only files change of which the content is
 * another. What an earlier mirror wrote and this one has not is removed; other files stay.
 * @throws ExportError when there is something else in the folder
 */
export async function writeMirrorFolder(
  folder: string,
  entries: AsyncIterable<ExportEntry>,
): Promise<{ changed: number; removed: number }> {
  const old = await readList(folder)
  await mkdir(folder, { recursive: true })
  // The list is opened before the first file, so that a later run removes what one that is killed has written.
  const list = createWriteStream(join(folder, LIST), { flags: 'a' })
  const written = new Set<string>()
  const folders = new Set<string>()
  let changed = 0
  try {
    for await (const { path, content } of entries) {
      const parent = dirname(path)
      if (!folders.has(parent)) {
        await makeFolder(folder, parent)
        folders.add(parent)
      }
      written.add(path)
      if (!old.has(path)) list.write(`${path}\n`)
      if (await writeChanged(join(folder, path), Buffer.from(content as string | Buffer))) changed++
    }
  } finally {
    list.end()
    await finished(list)
  }
  let removed = 0
  for (const path of old)
    if (!written.has(path)) {
      await removeFile(folder, path)
      removed++
    }
  const paths = [...written].sort().map((path) => `${path}\n`)
  await writeFile(join(folder, LIST), paths.join(''))
  return { changed, removed }
}

/** The files of an earlier mirror in this folder. */
async function readList(folder: string): Promise<Set<string>> {
  const isEmpty = await isEmptyFolder(folder)
  const file = join(folder, LIST)
  if (!(await lstat(file).catch(() => null))?.isFile()) {
    if (isEmpty) return new Set()
    throw new ExportError(
      `${folder} is not empty, and is no earlier mirror: name a new folder, or that of an earlier mirror.`,
    )
  }
  const paths = new Set<string>()
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
    if (line !== '' && line.length <= MAX_LINE && isInside(line)) paths.add(line)
  return paths
}

/** The list may have been edited. */
const isInside = (path: string): boolean =>
  !path.startsWith('/') && path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')

/** Returns whether the file had another content. */
async function writeChanged(file: string, content: Buffer): Promise<boolean> {
  const stats = await lstat(file).catch(() => null)
  if (stats?.isFile() && stats.size === content.length && content.equals(await readFile(file))) return false
  await writeFile(file, content)
  return true
}

/** Removes a file, and the folders that are empty then. Nothing is removed through a link. */
async function removeFile(folder: string, path: string): Promise<void> {
  let at = folder
  for (const part of path.split('/').slice(0, -1)) {
    at = join(at, part)
    if (!(await lstat(at).catch(() => null))?.isDirectory()) return
  }
  await rm(join(folder, path), { force: true })
  for (let parent = dirname(path); parent !== '.'; parent = dirname(parent))
    if (
      !(await rmdir(join(folder, parent)).then(
        () => true,
        () => false,
      ))
    )
      return
}
