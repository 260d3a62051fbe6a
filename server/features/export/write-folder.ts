import { createWriteStream } from 'node:fs'
import { lstat, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { type ExportEntry, ExportError, MARKER, OWN_FOLDERS } from '#server/features/export/export-entry.ts'

const OPTIONAL_FILES = ['subscribers.csv', 'suppressed-addresses.csv']
/** Small files are written at once, because each waits for the disk. */
const WRITES_AT_ONCE = 8
/** A marker of ours has a hundred bytes. */
const MAX_MARKER_BYTES = 10_000

/**
 * Writes an export into a folder: a new or an empty one, or that of an earlier export, of which what is no more is removed. What else is in
 * that folder, such as the history of a repository, stays.
 * @throws ExportError when there is something else in the folder
 */
export async function writeFolder(folder: string, entries: AsyncIterable<ExportEntry>): Promise<void> {
  await requireOwn(folder)
  await mkdir(folder, { recursive: true })
  const written = new Set<string>()
  const folders = new Set<string>()
  const writing = new Set<Promise<void>>()
  for await (const { path, content } of entries) {
    const parent = dirname(path)
    if (!folders.has(parent)) {
      await makeFolder(folder, parent)
      folders.add(parent)
    }
    written.add(path)
    const one = writeFile(join(folder, path), content)
    if (typeof content !== 'string' && !Buffer.isBuffer(content)) {
      await one
      continue
    }
    const settled = one.finally(() => writing.delete(settled))
    settled.catch(() => {})
    writing.add(settled)
    if (writing.size >= WRITES_AT_ONCE) await Promise.race(writing)
  }
  await Promise.all(writing)
  for (const name of OWN_FOLDERS)
    if ((await lstat(join(folder, name)).catch(() => null))?.isDirectory())
      await removeOthers(folder, name, written)
  for (const name of OPTIONAL_FILES) if (!written.has(name)) await rm(join(folder, name), { force: true })
}

async function requireOwn(folder: string): Promise<void> {
  if ((await isEmptyFolder(folder)) || (await isExport(folder))) return
  throw new ExportError(
    `${folder} is not empty, and was not written by an export: name a new folder, or that of an earlier export.`,
  )
}

/** Tells whether nothing is in a folder, which may not be there yet. */
export async function isEmptyFolder(folder: string): Promise<boolean> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    if (error.code === 'ENOTDIR')
      throw new ExportError(`${folder} is a file: name a folder, or a file that ends with .zip.`)
    throw error
  })
  return names.length === 0
}

async function isExport(folder: string): Promise<boolean> {
  const marker = join(folder, MARKER)
  const stats = await lstat(marker).catch(() => null)
  if (!stats?.isFile() || stats.size > MAX_MARKER_BYTES) return false
  try {
    const read: unknown = JSON.parse(await readFile(marker, 'utf8'))
    return typeof read === 'object' && read !== null && 'format' in read && 'siteUrl' in read
  } catch {
    return false
  }
}

/** Makes the folders on a path. Nothing is written through a link, which may lead anywhere. */
export async function makeFolder(root: string, path: string): Promise<void> {
  let at = root
  for (const part of path.split('/')) {
    at = join(at, part)
    await mkdir(at).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
    if (!(await lstat(at)).isDirectory())
      throw new ExportError(`${at} is no folder: remove it, and try again.`)
  }
}

/** A file appears under its name when it is complete. */
export async function writeFile(file: string, content: ExportEntry['content']): Promise<void> {
  const partial = `${file}.partial`
  await rm(partial, { force: true })
  if (typeof content === 'string' || Buffer.isBuffer(content)) {
    const handle = await open(partial, 'wx')
    await handle.writeFile(content).finally(() => handle.close())
  } else await pipeline(content, createWriteStream(partial, { flags: 'wx' }))
  await rename(partial, file)
}

/** Removes the files of an earlier export that are not in this one, and the folders that are empty then. */
async function removeOthers(root: string, path: string, written: ReadonlySet<string>): Promise<boolean> {
  let left = 0
  for (const entry of await readdir(join(root, path), { withFileTypes: true })) {
    const inner = `${path}/${entry.name}`
    if (entry.isDirectory()) left += (await removeOthers(root, inner, written)) ? 0 : 1
    else if (written.has(inner)) left++
    else await rm(join(root, inner), { force: true })
  }
  if (left === 0) await rm(join(root, path), { recursive: true, force: true })
  return left === 0
}
