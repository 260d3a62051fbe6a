import { createHash } from 'node:crypto'
import { glob, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Everything that a build is made from. */
const SOURCES = [
  'app/**',
  'core/**',
  'server/**',
  'public/**',
  'scripts/vite/**',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'react-router.config.ts',
]
/** Files that are no part of a build. */
const ONLY_TESTED = /\.test\.|\/testing\//
const READ_AT_ONCE = 64

/** A hash of the contents of all sources; times of change do not count. */
export async function hashSources(root: string): Promise<string> {
  const files: string[] = []
  for await (const entry of glob(SOURCES, { cwd: root, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isFile() && !ONLY_TESTED.test(path.slice(root.length))) files.push(path)
  }
  files.sort()
  const hash = createHash('sha256')
  for (let first = 0; first < files.length; first += READ_AT_ONCE) {
    const some = files.slice(first, first + READ_AT_ONCE)
    const contents = await Promise.all(some.map((file) => readFile(file)))
    for (const [index, content] of contents.entries()) {
      hash.update(`${some[index]?.slice(root.length)} ${content.length}\n`).update(content)
    }
  }
  return hash.digest('hex').slice(0, 16)
}
