import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { ROOT } from '#server/platform/root.ts'
import { OPTIONAL_FEATURES } from './support/optional-features.ts'

interface Import {
  from: string
  to: string
  isType: boolean
  /** Loaded by `import()`, or with a query such as `?script`. */
  isApart: boolean
}

/** Layers from the lowest to the highest: a module imports from its own and those below. Other files of `server` join the parts. */
const LAYERS = ['server/platform/', 'server/supabase/', 'server/features/', 'server/']
/** The rooms of the desk, from the lowest to the highest: a module imports from its own room and those below. */
const ROOMS = [
  ...['kit', 'settings', 'mail', 'people', 'media', 'operations', 'readers', 'editor', 'newsroom', 'stories'],
  ...['languages', 'subscribers', 'newsletter', 'shell'],
]
const IMPORT =
  /^(?:import|export)\s(type\s)?(?:[^'"`;]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm

/** Modules that are loaded by another process (`offTurn`). */
const ELSEWHERE = /'((?:core|server)\/[\w./-]+\.ts)#\w+'/g

const [SMALL, LARGE] = [40, 250]
/** The door of a feature only lists what is in its folder. */
const DOOR = /\/features\/[\w-]+\/feature\.ts$/
const NAMED_APART =
  /^app\/(?:admin\/\w+\/)?routes\/|\/room\.ts$|\/testing\/|\.(?:test|worker|client|server|d)\.tsx?$/

const lines = new Map<string, number>()
/** Includes the imports of tests and benchmarks. */
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
/** The position of a module's room among those of the desk; null outside of the desk. */
function floorOf(file: string): number | null {
  const [, room = ''] = /^app\/admin\/([^/]+)/.exec(file) ?? []
  return room ? ROOMS.indexOf(room) : null
}
const layerOf = (file: string) => LAYERS.findIndex((folder) => file.startsWith(folder))

test('imports are found', () => {
  expect(imports.length).toBeGreaterThan(3_000)
  expect(imports.map(told)).toContain('server/app.ts → server/features/services.ts')
})

describe('who may import whom', () => {
  test('core imports only core', () => {
    expect(imports.filter(({ from, to }) => isIn('core/')(from) && !isIn('core/')(to)).map(told)).toEqual([])
  })

  test('app never imports server, and of server only the pages import app', () => {
    const crossing = imports.filter(
      ({ from, to }) =>
        (isIn('app/')(from) && isIn('server/')(to)) || (isIn('server/')(from) && isIn('app/')(to)),
    )
    const places = new Set(crossing.map(({ from }) => from))
    expect([...places].sort()).toEqual(['server/features/pages/page-build.ts'])
  })

  test('what readers load does not import the desk', () => {
    const desk = isIn('app/admin/')
    const reachesDesk = imports.filter(({ from, to }) => isIn('app/')(from) && !desk(from) && desk(to))
    expect(reachesDesk.map(told)).toEqual([])
  })

  test('a room of the desk imports from itself and the rooms below', () => {
    const desk = imports.filter(({ from, to }) => floorOf(from) !== null && floorOf(to) !== null)
    expect(desk.length).toBeGreaterThan(2_000)
    expect(desk.filter(({ from }) => floorOf(from) === -1).map(told)).toEqual([])
    const upward = desk.filter(({ from, to }) => Number(floorOf(to)) > Number(floorOf(from)))
    expect(upward.map(told)).toEqual([])
  })

  test('a layer of the server imports from itself and the layers below', () => {
    const upward = imports.filter(
      ({ from, to }) => isIn('server/')(from) && isIn('server/')(to) && layerOf(to) > layerOf(from),
    )
    expect(upward.map(told)).toEqual([])
  })

  test.each(OPTIONAL_FEATURES)('%s can be left out: only the list of features imports it', (feature) => {
    const isOwn = isIn(`server/features/${feature}/`)
    const others = imports.filter(
      ({ from, to }) => isOwn(to) && !isOwn(from) && from !== 'server/features.ts',
    )
    expect(others.map(told)).toEqual([])
  })

  test('the folders of a layer or of a room do not import each other in a circle', () => {
    const edges = new Map<string, Set<string>>()
    for (const { from, to, isType } of imports) {
      const [a, b] = [folderOf(from), folderOf(to)]
      const isWithin = layerOf(from) === layerOf(to) && floorOf(from) === floorOf(to)
      if (isType || a === null || b === null || a === b || !isWithin) continue
      edges.set(a, (edges.get(a) ?? new Set()).add(b))
    }
    expect(edges.size).toBeGreaterThan(5)
    expect(circlesIn(edges)).toEqual([])
  })
})

/**
 * A file of app, core, server or scripts that is shorter than `SMALL` lines and has one importer is part of its importer, while both
 * together are shorter than `LARGE`. Tests, scripts and benchmarks count as importers. Files of another layer than their importer are
 * exempt, and those that have a name or a loading of their own: routes, what a room of the desk brings, tests and their helpers, workers,
 * `.client`, `.server`, and modules that are imported with `import()`, with a query, or by another process, or listed by the door of its feature.
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
      !DOOR.test(from) &&
      !found.some(({ isApart }) => isApart)
    )
  })
  expect(small.map(([file, [found]]) => `${file} → ${found?.from}`)).toEqual([])
})

/** The folder of a module within its layer, or its room of the desk; a file directly in one stands for itself. */
function folderOf(file: string): string | null {
  const layer = LAYERS[layerOf(file)] ?? /^app\/admin\/[^/]+\//.exec(file)?.[0]
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
