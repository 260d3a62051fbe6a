import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '#server/platform/root.ts'

interface Import {
  from: string
  to: string
  isType: boolean
  /** By `import()`, or with a query such as `?script`. */
  isApart: boolean
}

/** From the lowest to the highest: a module imports from its own layer and those below. Other files of `server` put the parts together. */
const LAYERS = ['server/platform/', 'server/supabase/', 'server/features/', 'server/']
const IMPORT =
  /^(?:import|export)\s(type\s)?(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm

/** What another process loads (`offTurn`). */
const ELSEWHERE = /'((?:core|server)\/[\w./-]+\.ts)#\w+'/g

const [SMALL, LARGE] = [40, 250]
const NAMED_APART = /^app\/routes\/|\/testing\/|\.(?:test|worker|client|server|d)\.tsx?$/

const lines = new Map<string, number>()
/** Also those of tests and benchmarks. */
const allImports: Import[] = []
let imports: Import[]

beforeAll(async () => {
  for await (const file of glob(['{app,core,server,scripts,bench,tests}/**/*.{ts,tsx}', '*.ts'], {
    cwd: ROOT,
  })) {
    const text = readFileSync(join(ROOT, file), 'utf8')
    lines.set(file, text.split('\n').length - 1)
    for (const [, type, from, dynamic] of text.matchAll(IMPORT)) {
      const path = from ?? dynamic ?? ''
      const name = path.replace(/\?.*/, '')
      const to = name.startsWith('#')
        ? name.slice(1)
        : name.startsWith('.')
          ? posix.join(posix.dirname(file), name)
          : null
      const isApart = from === undefined || name !== path
      if (to) allImports.push({ from: file, to, isType: Boolean(type), isApart })
    }
    for (const [, to = ''] of text.matchAll(ELSEWHERE))
      allImports.push({ from: file, to, isType: false, isApart: true })
  }
  imports = allImports.filter(
    ({ from }) => /^(?:app|core|server)\//.test(from) && !/\.test\.|\/testing\//.test(from),
  )
})

const told = ({ from, to }: Import) => `${from} → ${to}`
const isIn = (folder: string) => (file: string) => file.startsWith(folder)
const topOf = (file: string) => LAYERS[layerOf(file)] ?? file.split('/')[0]
const layerOf = (file: string) => LAYERS.findIndex((folder) => file.startsWith(folder))

test('imports are found', () => {
  expect(imports.length).toBeGreaterThan(3_000)
  expect(imports.map(told)).toContain('server/app.ts → server/features/services.ts')
})

describe('who may import whom', () => {
  test('core imports only core', () => {
    expect(imports.filter(({ from, to }) => isIn('core/')(from) && !isIn('core/')(to)).map(told)).toEqual([])
  })

  test('app never imports server, and of server only the pages and the build import app', () => {
    const crossing = imports.filter(
      ({ from, to }) =>
        (isIn('app/')(from) && isIn('server/')(to)) || (isIn('server/')(from) && isIn('app/')(to)),
    )
    const places = new Set(crossing.map(({ from }) => from))
    expect([...places].sort()).toEqual(['server/build/run-build.ts', 'server/features/pages/page-build.ts'])
  })

  test('what readers load does not import the desk', () => {
    const desk = (file: string) => /^app\/(routes\/)?admin\//.test(file)
    const reachesDesk = imports.filter(({ from, to }) => isIn('app/')(from) && !desk(from) && desk(to))
    expect(reachesDesk.map(told)).toEqual([])
  })

  test('a layer of the server imports from itself and the layers below', () => {
    const upward = imports.filter(
      ({ from, to }) => isIn('server/')(from) && isIn('server/')(to) && layerOf(to) > layerOf(from),
    )
    expect(upward.map(told)).toEqual([])
  })

  test('the folders of a layer do not import each other in a circle', () => {
    const edges = new Map<string, Set<string>>()
    for (const { from, to, isType } of imports) {
      const [a, b] = [folderOf(from), folderOf(to)]
      if (isType || a === null || b === null || a === b || layerOf(from) !== layerOf(to)) continue
      edges.set(a, (edges.get(a) ?? new Set()).add(b))
    }
    expect(edges.size).toBeGreaterThan(5)
    expect(circlesIn(edges)).toEqual([])
  })
})

/**
 * A file of app, core, server or scripts that is shorter than `SMALL` lines and has one importer is part of its importer, while both
 * together are shorter than `LARGE`. Tests, scripts and benchmarks count as importers. Files of another layer than their importer are
 * exempt, and those that have a name or a loading of their own: routes, tests and what helps them, workers, `.client`, `.server`, and
 * what is imported with `import()`, with a query, or by another process.
 */
test('small files are part of their only importer', () => {
  const small = [...Map.groupBy(allImports, ({ to }) => to)].filter(([file, found]) => {
    const [from = '', ...others] = new Set(found.map(({ from }) => from))
    const [own = SMALL, whole = LARGE] = [lines.get(file), lines.get(from)]
    return (
      others.length === 0 &&
      own < SMALL &&
      own + whole < LARGE &&
      topOf(file) === topOf(from) &&
      /^(?:app|core|server|scripts)\//.test(file) &&
      !NAMED_APART.test(file) &&
      !/\.test\.|\/testing\//.test(from) &&
      !found.some(({ isApart }) => isApart)
    )
  })
  expect(small.map(([file, [found]]) => `${file} → ${found?.from}`)).toEqual([])
})

/** The folder of a module within its layer; a file directly in the layer stands for itself. */
function folderOf(file: string): string | null {
  const layer = LAYERS[layerOf(file)]
  if (layer === undefined) return null
  const [folder = '', ...rest] = file.slice(layer.length).split('/')
  return layer + (rest.length > 0 ? `${folder}/` : folder)
}

/** The folders that lead back to themselves. */
function circlesIn(edges: Map<string, Set<string>>): string[] {
  const leadsTo = (from: string, goal: string, seen = new Set<string>()): boolean =>
    [...(edges.get(from) ?? [])].some(
      (next) => next === goal || (!seen.has(next) && leadsTo(next, goal, seen.add(next))),
    )
  return [...edges.keys()].filter((folder) => leadsTo(folder, folder)).sort()
}
