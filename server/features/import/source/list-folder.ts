import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isIgnoredPath, MAX_FILES } from '#server/features/archives/refused-files.ts'
import { type Report, UnreadableSource } from '#server/features/import/imported.ts'
import { diskFile } from '#server/features/import/source/disk-file.ts'
import type { SourceFile } from '#server/features/import/source/import-source.ts'

const MAX_DEPTH = 32

/** The files of a folder and those below it, in order. Links are not followed. */
export async function listFolder(root: string, report: Report): Promise<SourceFile[]> {
  const files: SourceFile[] = []
  const seen = new Set<string>()
  const refuse = (file: string, what: string) =>
    report({
      severity: 'warning',
      kind: 'refused-file',
      place: { file, title: '', sourceId: '' },
      what,
      becomes: 'ignored',
    })
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
