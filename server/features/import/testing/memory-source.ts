import type { ImportSource } from '#server/features/import/source/import-source.ts'
import type { SourceFile } from '#server/platform/documents/source-file.ts'

/** A file of a text, in parts of a few bytes, so that characters and tags are cut anywhere. */
export function memoryFile(path: string, content: string | Uint8Array, partLength = 1_000): SourceFile {
  const bytes = Buffer.from(content)
  return {
    path,
    size: bytes.length,
    async *open() {
      for (let at = 0; at < bytes.length; at += partLength) yield bytes.subarray(at, at + partLength)
    },
  }
}

/** A source of files in memory: one, or a folder. */
export function memorySource(
  files: Record<string, string | Uint8Array> | string,
  partLength?: number,
): ImportSource {
  const close = async () => {}
  if (typeof files === 'string')
    return { name: 'export', container: 'file', files: [memoryFile('export', files, partLength)], close }
  const list = Object.entries(files).map(([path, content]) => memoryFile(path, content, partLength))
  return { name: 'folder', container: 'folder', files: list, close }
}
