import { existsSync, globSync, readdirSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { SETTING_KEYS } from '#core/domain/settings.ts'
import { ensureBuild } from '#server/build/builds.ts'
import { environment } from '#server/platform/environment.ts'
import { ROOT } from '#server/platform/root.ts'
import type { Failure, Step } from './reports.ts'

/** A figure that `budget.json` has a ceiling for, under the same name. */
export interface Figure {
  name: string
  value: number
}

const TEST = /\.(test|spec)\.tsx?$/
const SCHEMAS = '{supabase,server/supabase/*}/schemas/*.sql'

/** The size of the product: lines by layer, files, and the numbers of everything that a newcomer has to learn. */
export async function measureProduct(): Promise<Figure[]> {
  const count = async (pattern: string, isCounted: (file: string) => boolean = () => true) => {
    const files = globSync(pattern, { cwd: ROOT }).filter(isCounted)
    const texts = await Promise.all(files.map((file) => readFile(join(ROOT, file), 'utf8')))
    const lines = texts.reduce((sum, text) => sum + text.split('\n').length - 1, 0)
    return { files: files.length, lines, texts }
  }
  const { publicDir } = await ensureBuild(console.log)
  const isProduct = (file: string) => !TEST.test(file)
  const layers = { app: '', core: '', server: '', scripts: '' }
  const counted = await Promise.all(
    Object.keys(layers).map((layer) => count(`${layer}/**/*.{ts,tsx}`, isProduct)),
  )
  const [jobs, schemas, tests, besides, benchmarks, decisions, documents] = await Promise.all([
    count('server/{features,features/*/feature}.ts'),
    count(SCHEMAS),
    count('tests/**/*.{ts,tsx}'),
    count('{app,core,server,scripts}/**/*.test.{ts,tsx}'),
    count('bench/**/*.ts'),
    count('docs/decisions/*.md'),
    count('docs/**/*.md'),
  ])
  return [
    ...Object.keys(layers).map((layer, index) => ({
      name: `lines of ${layer}`,
      value: counted[index]?.lines ?? 0,
    })),
    { name: 'lines of the schema', value: schemas.lines },
    { name: 'lines of tests', value: tests.lines + besides.lines },
    { name: 'lines of benchmarks', value: benchmarks.lines },
    { name: 'source files', value: counted.reduce((sum, { files }) => sum + files, schemas.files) },
    { name: 'tables', value: schemas.texts.join('\n').match(/^create table /gim)?.length ?? 0 },
    { name: 'settings', value: SETTING_KEYS.length },
    { name: 'variables', value: Object.keys(environment.shape).length },
    { name: 'jobs', value: jobs.texts.join('\n').match(/^ +handles\(/gm)?.length ?? 0 },
    { name: 'decisions', value: decisions.files - 1 },
    { name: 'words of docs', value: documents.texts.join(' ').trim().split(/\s+/).length },
    { name: 'bytes of the first load of an article', value: firstLoadBytes(publicDir) },
  ]
}

/** The figures of a run of a lane. */
export function measureLane(lane: string, steps: readonly Step[]): Figure[] {
  const seconds = steps.reduce((sum, step) => sum + step.seconds, 0)
  const journeys = steps.find(({ name }) => name === 'journeys')?.outcome.durations.length ?? 0
  return [
    ...(lane === 'main' ? [{ name: 'journeys', value: journeys }] : []),
    { name: `minutes of the lane "${lane}"`, value: Math.ceil(seconds / 60) },
  ]
}

/** Compares figures with their ceilings. One that is above its ceiling, or has none, is a failure. */
export function compareWithBudget(
  figures: readonly Figure[],
  ceilings: Readonly<Record<string, number>>,
): { lines: string[]; failures: Failure[] } {
  const number = (value: number) => value.toLocaleString('en-US').padStart(9)
  const known = new Map(Object.entries(ceilings))
  const lines = figures.map(
    ({ name, value }) => `  ${number(value)} of ${number(known.get(name) ?? 0)}  ${name}`,
  )
  const failures = figures.flatMap(({ name, value }) => {
    const ceiling = known.get(name)
    if (ceiling === undefined)
      return [{ name: `budget › ${name}`, reason: 'budget.json has no ceiling for it' }]
    if (value <= ceiling) return []
    const reason = `${value} is more than ${ceiling}. Remove something, or raise the ceiling in budget.json and say why in the commit`
    return [{ name: `budget › ${name}`, reason }]
  })
  return { lines, failures }
}

/** The script that a page for readers loads by itself: one file, because the build puts into it all that it imports at once. */
export function firstScript(publicDir: string): string {
  const file = readdirSync(join(publicDir, 'assets')).find((name) => /^reader-[\w-]+\.js$/.test(name))
  if (!file) throw new Error('The build has no script for readers')
  return join(publicDir, 'assets', file)
}

/** The bytes of it as it is sent, compressed with Brotli unless that would save too little. */
export function firstLoadBytes(publicDir: string): number {
  const file = firstScript(publicDir)
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}
