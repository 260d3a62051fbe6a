import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Which source files use a file: by an import, or by its path in a string, as workers and scripts are named. */
export type Users = ReadonlyMap<string, ReadonlySet<string>>

const SOURCES = '{app,core,server,scripts,tests}/**/*.{ts,tsx,json}'
/** Types are checked by the compiler, so an import of types alone passes nothing on. */
const IMPORTS =
  /^(?:import|export) (?!type )(?:[^'";]*? from )?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
const PATHS = /['"`]((?:app|core|server|scripts|tests)\/[\w./-]+\.tsx?)['"`]/g

export function readUsers(root: string): Users {
  const users = new Map<string, Set<string>>()
  for (const file of globSync(SOURCES, { cwd: root })) {
    if (file.endsWith('.json')) continue
    for (const used of filesUsedBy(file, readFileSync(join(root, file), 'utf8'))) {
      if (used === file || !existsSync(join(root, used))) continue
      const known = users.get(used)
      if (known) known.add(file)
      else users.set(used, new Set([file]))
    }
  }
  return users
}

/** The paths of files that a source file uses, from the root; packages are left out. */
export function filesUsedBy(file: string, source: string): string[] {
  const imported = [...source.matchAll(IMPORTS)].map(([, from, dynamic]) => from ?? dynamic ?? '')
  return [
    ...imported.flatMap((name) => {
      if (name.startsWith('#')) return [name.slice(1)]
      return name.startsWith('.') ? [join(dirname(file), name.replace(/\?.*$/, ''))] : []
    }),
    ...[...source.matchAll(PATHS)].map(([, path = '']) => path),
  ]
}
