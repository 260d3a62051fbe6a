import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Everything that a build is made from. */
const FOLDERS = ['app', 'core', 'public', 'scripts/vite', 'server']
const FILES = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'react-router.config.ts',
]
/** Files that are no part of a build. */
const ONLY_TESTED = /\.test\.|\/testing\//

/** A hash of the contents of all sources; times of change do not count. */
export function hashSources(root: string): string {
  const inFolders = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1)),
  )
  const hash = createHash('sha256')
  for (const file of [...inFolders, ...FILES].sort()) {
    if (ONLY_TESTED.test(file)) continue
    const content = readFileSync(join(root, file))
    hash.update(`${file} ${content.length}\n`).update(content)
  }
  return hash.digest('hex').slice(0, 16)
}
