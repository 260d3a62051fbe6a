import { lstat, open, readdir, realpath, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Report } from '#server/features/import/imported.ts'
import { isIgnoredPath, MAX_FILES, openZip, type Refuse } from '#server/platform/documents/open-zip.ts'
import { diskFile, type SourceFile, UnreadableSource } from '#server/platform/documents/source-file.ts'

const MAX_DEPTH = 32

/** A file, a folder or a zip, as a list of files. */
export interface ImportSource {
  name: string
  container: 'file' | 'folder' | 'zip'
  /** The path of a folder on this machine. */
  root?: string
  files: readonly SourceFile[]
  /** The first file that is not among them, and why. */
  refused?: { file: string; why: string } | undefined
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
  let refused: ImportSource['refused']
  const refuse: Refuse = (file, why) => {
    refused ??= { file, why }
    report({
      severity: 'warning',
      kind: 'refused-file',
      place: { file, title: '', sourceId: '' },
      what: why,
      becomes: 'ignored',
    })
  }
  if (isFolder) {
    const root = await realpath(path)
    const files = await listFolder(path, refuse)
    return { name, container: 'folder', root, files, refused, close: nothing }
  }
  if (size <= 0) throw new UnreadableSource(`${name} is ${size === 0 ? 'empty' : 'no file'}.`)
  if (await isZip(path)) {
    const opened = await openZip(path, name, refuse)
    return { name, container: 'zip', ...opened, refused }
  }
  return { name, container: 'file', files: [diskFile(path, name, size)], close: nothing }
}

async function isZip(path: string): Promise<boolean> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
  return ZIP_MARKS.includes(buffer.toString('latin1', 0, bytesRead))
}

/** The files of a folder and those below it, in order. Links are not followed. */
async function listFolder(root: string, refuse: Refuse): Promise<SourceFile[]> {
  const files: SourceFile[] = []
  const seen = new Set<string>()
  const list = async (folder: string, depth: number): Promise<void> => {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => null)
    if (entries === null) return refuse(folder, 'cannot be read')
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = folder ? `${folder}/${entry.name}` : entry.name
      if (isIgnoredPath(path)) continue
      if (entry.isSymbolicLink()) refuse(path, 'link')
      else if (entry.isDirectory() && depth >= MAX_DEPTH) refuse(path, 'too deep')
      else if (entry.isDirectory()) await list(path, depth + 1)
      else if (!entry.isFile()) refuse(path, 'no file')
      else {
        const found = await lstat(join(root, path)).catch(() => null)
        // The disk of a Mac takes letters and their accents apart.
        const composed = path.normalize('NFC')
        if (!found) refuse(path, 'cannot be read')
        else if (seen.has(composed)) refuse(path, 'second file of this name')
        else files.push(diskFile(join(root, path), composed, found.size))
        seen.add(composed)
        if (files.length > MAX_FILES)
          throw new UnreadableSource(
            `The folder has more than ${MAX_FILES.toLocaleString('en-US')} files. Import it in parts.`,
          )
      }
    }
  }
  await list('', 0)
  return files
}
