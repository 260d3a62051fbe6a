import { open, realpath, stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { openZip } from '#server/features/archives/open-zip.ts'
import { type Report, UnreadableSource } from '#server/features/import/imported.ts'
import { diskFile } from '#server/features/import/source/disk-file.ts'
import { listFolder } from '#server/features/import/source/list-folder.ts'

/** A file of a source. It can be read several times. */
export interface SourceFile {
  /** Relative, with slashes. */
  path: string
  /** In bytes, as its container says. */
  size: number
  open: () => AsyncIterable<Uint8Array>
}

/** A file, a folder or a zip, as a list of files. */
export interface ImportSource {
  name: string
  container: 'file' | 'folder' | 'zip'
  /** Where a folder is on this machine. */
  root?: string
  files: readonly SourceFile[]
  close: () => Promise<void>
}

const ZIP_MARKS = ['PK\u0003\u0004', 'PK\u0005\u0006']

/** @throws UnreadableSource */
export async function openSource(path: string, report: Report): Promise<ImportSource> {
  const name = basename(path)
  const { isFolder, size } = await stat(path).then(
    (found) => ({ isFolder: found.isDirectory(), size: found.isFile() ? found.size : -1 }),
    (cause) => {
      throw new UnreadableSource(`${name} cannot be read. Check the path and its permissions.`, { cause })
    },
  )
  const nothing = async () => {}
  if (isFolder) {
    const root = await realpath(path)
    return { name, container: 'folder', root, files: await listFolder(path, report), close: nothing }
  }
  if (size <= 0) throw new UnreadableSource(`${name} is ${size === 0 ? 'empty' : 'no file'}.`)
  if (await isZip(path)) return { name, container: 'zip', ...(await openZip(path, name, report)) }
  return { name, container: 'file', files: [diskFile(path, name, size)], close: nothing }
}

async function isZip(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
  return ZIP_MARKS.includes(buffer.toString('latin1', 0, bytesRead))
}
