import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { compressAssets } from '#server/ssr/compress-assets.ts'

const ROOT = join(import.meta.dirname, '../..')
const STAMP = join(ROOT, 'build/source-hash')
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
  if ((await readFile(STAMP, 'utf8').catch(() => '')) === hash) return
  log('Building the pages (the first time, and after changes) ...')
  await runBuild()
  await writeFile(STAMP, hash)
}

/** @throws Error with the end of the build's output when it fails */
export async function runBuild(): Promise<void> {
  const command = createRequire(import.meta.url).resolve('@react-router/dev/package.json')
  const child = spawn(process.execPath, [join(command, '../bin.cjs'), 'build'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  )
  if (code !== 0) throw new Error(`The pages could not be built:\n${output.slice(-4000)}`)
  await compressAssets(join(ROOT, 'build/client'))
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
