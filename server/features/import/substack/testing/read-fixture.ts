import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expectedTexts } from '#server/features/import/testing/read-all.ts'
import type { ZipEntry } from '#server/platform/documents/testing/write-zip.ts'

const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

/** An export with every element that the editor of Substack has, and what its articles become. */
export const EXPORT: ZipEntry[] = [
  { path: 'posts.csv', content: read('posts.csv') },
  ...expectedTexts(read('posts.txt')).map(([id, content]) => ({ path: `posts/${id}.html`, content })),
]
