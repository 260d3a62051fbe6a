import { createReadStream } from 'node:fs'
import type { SourceFile } from '#server/features/import/source/import-source.ts'

export function diskFile(path: string, name: string, size: number): SourceFile {
  return { path: name, size, open: () => createReadStream(path, { highWaterMark: 256 * 1024 }) }
}
