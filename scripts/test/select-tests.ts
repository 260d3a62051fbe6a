import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The source files that use each file: by an import, or by its path in a string, as workers and scripts are named. */
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

/**
 * Modules that assemble the program, so that nearly every test imports nearly every file through them. Imports are not followed
 * through them.
 */
const COMPOSITION_ROOTS = [
  /^server\/(app|entry|features|main)\.ts$/,
  /^server\/start\//,
  /^server\/development\//,
  /^app\/(routes|root)\.tsx?$/,
  /^tests\/support\/(app|jobs|global-setup)\.ts$/,
]
/** One test for each part of the program that assembles it. */
const SMOKE = [
  'server/platform/http/health.test.ts',
  'tests/gateway.test.ts',
  'app/routes/feeds/robots.test.ts',
]
/** The dependencies of tests that they do not import, and the folders of the tests that cover most of them. */
const BY_FOLDER: [RegExp, string[]][] = [
  [/^supabase\//, ['tests/database/', 'tests/rls/', 'core/data/', 'server/platform/database/']],
  [
    /^server\/supabase\/auth\/schemas\//,
    ['tests/database/', 'tests/rls/', 'server/supabase/auth/', 'tests/contract/auth'],
  ],
  [
    /^server\/supabase\/storage\/schemas\//,
    ['tests/rls/', 'server/supabase/storage/', 'tests/contract/storage'],
  ],
  [/^server\/supabase\/rest\//, ['server/supabase/rest/', 'tests/contract/']],
]
/** A change in one of these can affect every test. */
const EVERYTHING = /^(package(-lock)?\.json|vitest\.config\.ts|vite\.config\.ts|tsconfig\.json)$/

export interface Selection {
  /** The affected files of the main lane, or null when all of them can be affected. */
  tests: string[] | null
  journeys: string[]
  /** Files of the other lane that the change can affect, which are not run. */
  long: string[]
}

/**
 * The tests that a change can affect: those that import a changed file, directly or through others but not through a composition
 * root; the test of the same name, or all tests of the folder if there is none; and a few that run the whole program.
 */
export function selectTests(
  changed: readonly string[],
  { all, users }: { all: string[]; users: Users },
): Selection {
  if (changed.some((file) => EVERYTHING.test(file))) return { tests: null, journeys: [], long: [] }
  const reached = reach(changed, users)
  const beside = new Set(changed.flatMap((file) => testsBeside(file, all)))
  const prefixes = BY_FOLDER.flatMap(([pattern, tests]) =>
    changed.some((file) => pattern.test(file)) ? tests : [],
  )
  const affected = all.filter(
    (file) => reached.has(file) || beside.has(file) || prefixes.some((prefix) => file.startsWith(prefix)),
  )
  const tests = affected.filter((file) => /(?<!\.long)\.test\.tsx?$/.test(file))
  const touchesProgram = changed.some((file) => /^(app|core|server|supabase)\//.test(file))
  return {
    tests: [...new Set([...tests, ...(touchesProgram ? SMOKE : [])])].sort(),
    // A journey imports no page, so imports do not tell which journeys a page affects.
    journeys: affected.filter((file) => file.endsWith('.spec.ts') && reached.has(file)),
    long: affected.filter((file) => file.endsWith('.long.test.ts')),
  }
}

function testsBeside(file: string, all: readonly string[]): string[] {
  const folder = all.filter((test) => dirname(test) === dirname(file) && !test.endsWith('.spec.ts'))
  const own = folder.filter((test) => test.startsWith(`${file.replace(/\.tsx?$/, '')}.`))
  return own.length > 0 ? own : folder
}

/** The changed files and all that use them. Imports of a changed file are followed even when it is a composition root. */
function reach(changed: readonly string[], users: Users): Set<string> {
  const reached = new Set(changed)
  const waiting = [...changed]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const user of users.get(file) ?? []) {
      if (reached.has(user) || COMPOSITION_ROOTS.some((root) => root.test(user))) continue
      reached.add(user)
      waiting.push(user)
    }
  }
  return reached
}
