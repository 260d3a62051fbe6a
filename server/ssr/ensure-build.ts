import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { glob, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { childEnvironment } from '#server/process/child-environment.ts'
import { NODE_FLAGS } from '#server/process/node-flags.ts'
import { compressAssets } from '#server/ssr/compress-assets.ts'

const ROOT = join(import.meta.dirname, '../..')
const BUILD = join(ROOT, 'build')
const SOURCES = [
  'app/**',
  'core/**',
  'public/**',
  'package-lock.json',
  'vite.config.ts',
  'react-router.config.ts',
]

/** Builds the pages when there is no build, or when it was made from other sources than these. */
export async function ensureBuild(log: (line: string) => void): Promise<void> {
  const hash = await hashSources()
  if ((await readFile(join(BUILD, 'source-hash'), 'utf8').catch(() => '')) === hash) return
  log('Building the pages (the first time, and after changes) ...')
  // Aside, under a name of this process: whoever builds or serves at the same time never meets half a build.
  const aside = `build.partial-${process.pid}`
  const asidePath = join(ROOT, aside)
  try {
    await runBuild(aside)
    await compressAssets(join(asidePath, 'client'))
    await writeFile(join(asidePath, 'source-hash'), hash)
    await rm(BUILD, { recursive: true, force: true })
    await rename(asidePath, BUILD)
  } finally {
    await rm(asidePath, { recursive: true, force: true })
  }
}

/** @throws Error with the end of the build's output when it fails */
async function runBuild(directory: string): Promise<void> {
  const command = createRequire(import.meta.url).resolve('@react-router/dev/package.json')
  const child = spawn(process.execPath, [...NODE_FLAGS, join(command, '../bin.cjs'), 'build'], {
    cwd: ROOT,
    env: childEnvironment('build', { NODE_ENV: 'production', BUILD_DIRECTORY: directory }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk
    })
  }
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  )
  if (code !== 0) throw new Error(`The pages could not be built:\n${output.slice(-4000)}`)
}

async function hashSources(): Promise<string> {
  const files: string[] = []
  for await (const entry of glob(SOURCES, { cwd: ROOT, withFileTypes: true })) {
    if (entry.isFile() && !entry.name.includes('.test.')) files.push(join(entry.parentPath, entry.name))
  }
  const hash = createHash('sha256')
  for (const file of files.sort()) hash.update(file.slice(ROOT.length)).update(await readFile(file))
  return hash.digest('hex')
}
