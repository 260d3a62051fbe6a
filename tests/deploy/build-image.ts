import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, readdir, readFile, rename } from 'node:fs/promises'
import { join, matchesGlob } from 'node:path'
import { promisify } from 'node:util'
import { hashSources } from '#server/build/builds.ts'
import { ROOT } from '#server/platform/root.ts'
import { type Instruction, readDockerfile, type Stage } from './read-dockerfile.ts'

export interface Image {
  /** The folder that stands for the root of its file system, without what its base has. */
  root: string
  /** The last one of a name. */
  get(name: 'CMD' | 'HEALTHCHECK' | 'WORKDIR'): Instruction
  environment: Record<string, string>
}

/**
 * Runs the instructions of `deploy/Dockerfile`, in folders instead of images. Node with npm and the system of its bases are those of this
 * machine. `USER` is left out: the packages of npm's cache belong to the user of the tests.
 */
export async function buildImage(folder: string): Promise<Image> {
  const stages = readDockerfile()
  const roots = new Map<string | null, string>()
  for (const [index, stage] of stages.entries()) {
    const root = join(folder, `stage-${index}`)
    await mkdir(root)
    roots.set(stage.name, root)
    await runStage(stage, root, roots)
  }
  const last = stages.at(-1)
  const root = roots.get(null)
  if (!last || !root) throw new Error('The Dockerfile has no last stage')
  return {
    root,
    get(name) {
      const found = last.instructions.findLast((instruction) => instruction.name === name)
      if (!found) throw new Error(`The image has no ${name}`)
      return found
    },
    environment: Object.fromEntries(
      last.instructions
        .filter(({ name }) => name === 'ENV')
        .flatMap(({ arguments: pairs }) => pairs.map((pair) => pair.split('=') as [string, string])),
    ),
  }
}

async function runStage(
  { instructions }: Stage,
  root: string,
  roots: Map<string | null, string>,
): Promise<void> {
  let folder = root
  for (const { name, text, arguments: names, options } of instructions) {
    const [from = '', to = ''] = names
    if (name === 'WORKDIR') {
      folder = join(root, text)
      await mkdir(folder, { recursive: true })
    } else if (name === 'RUN') {
      await promisify(execFile)('sh', ['-c', text], { cwd: folder, env: environment(), maxBuffer: 2 ** 24 })
    } else if (name === 'COPY' && options.from) {
      await moveInto(join(roots.get(options.from) ?? '', from), join(root, to))
    } else if (name === 'COPY') {
      if (from !== '.' || to !== '.') throw new Error(`Only the whole context is copied, not ${text}`)
      await copyContext(folder)
    }
  }
}

/** The environment without the variables of a test run, some of which npm and the build know. */
function environment(): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env
  return {
    PATH: PATH.replaceAll(join(ROOT, 'node_modules/.bin'), ''),
    HOME,
    npm_config_prefer_offline: 'true',
  }
}

/** A folder, or with a slash at its end what is in it. */
async function moveInto(from: string, to: string): Promise<void> {
  if (!from.endsWith('/')) {
    await mkdir(join(to, '..'), { recursive: true })
    return rename(from, to)
  }
  for (const name of await readdir(from)) await rename(join(from, name), join(to, name))
}

/** Copies the files that `.dockerignore` lets through, and the build of these sources, which would be made again. */
async function copyContext(folder: string): Promise<void> {
  const patterns = (await readFile(join(ROOT, '.dockerignore'), 'utf8'))
    .split('\n')
    .filter((line) => /^[^#]/.test(line))
  const ignored = patterns.filter((pattern) => pattern.startsWith('**'))
  for (const pattern of patterns) {
    if (!pattern.startsWith('!')) continue
    const name = pattern.slice(1)
    await cp(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (file) => !ignored.some((glob) => matchesGlob(file, glob)),
    })
  }
  const build = join('build', hashSources(ROOT))
  await cp(join(ROOT, build), join(folder, build), { recursive: true })
}

/** Takes every right to write from a folder, as in a root file system that is read-only. */
export async function makeReadOnly(folder: string): Promise<void> {
  await promisify(execFile)('chmod', ['-R', 'a-w', folder])
}

export async function makeWritable(folder: string): Promise<void> {
  await promisify(execFile)('chmod', ['-R', 'u+w', folder])
  await chmod(folder, 0o755)
}
