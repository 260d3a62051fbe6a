import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { compressBrotli, compressGzip } from '#server/platform/http/compress.ts'
import { childEnvironment, NODE_FLAGS } from '#server/platform/process/child-process.ts'

/** Below this a compressed copy saves less than the header that announces it. */
const MIN_BYTES = 256

/** The message is the end of the build's output. */
export class BuildError extends Error {
  override name = 'BuildError'
  /** The cause, in one line. */
  readonly reason: string
  constructor(output: string) {
    super(`The site could not be built:\n${output.slice(-4000)}`)
    this.reason = reasonIn(output)
  }
}

/** The first error of the output, without the name of the plugin, and with its position in the source when there is one. */
function reasonIn(output: string): string {
  const [, error, place] =
    /^Build failed.*\n\s*(?:\[[\w:-]+\] )?(.+)(?:\n\s*╭─\[ (.+?) \])?/m.exec(output) ?? []
  if (error) return place ? `${error}, ${place}` : error
  // Before the build itself, for example in a folder that is not writable, Node prints the error with its stack and properties.
  const [thrown] = /^\w*Error: .+$/m.exec(output) ?? []
  return thrown ?? output.trimEnd().split('\n').at(-1) ?? ''
}

/**
 * Builds server and pages of the sources in `root`, with compressed copies of the files for browsers.
 * @throws BuildError
 */
export async function runBuild(root: string, folder: string): Promise<void> {
  const child = spawn(process.execPath, [...NODE_FLAGS, findBuilder(root), 'build'], {
    cwd: root,
    env: childEnvironment('build', {
      NODE_ENV: 'production',
      BUILD_DIRECTORY: relative(root, folder),
      // The user may have no home, and a configuration above the sources is none of theirs.
      HOME: root,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
    })
  }
  const code = await new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  )
  if (code !== 0) throw new BuildError(stripVTControlCharacters(output))
  const client = join(folder, 'client')
  await compressAssets(client)
}

/** The program that builds, which is among the packages for developers. */
function findBuilder(root: string): string {
  try {
    return join(
      createRequire(join(root, 'package.json')).resolve('@react-router/dev/package.json'),
      '../bin.cjs',
    )
  } catch {
    throw new BuildError(
      'There is no build of these sources, and the packages that make one are not installed. Run npm ci without --omit=dev and without NODE_ENV, or copy the folder build from where these sources were built.',
    )
  }
}

/** Writes a `.br` and a `.gz` beside every text file of the build, compressed at the best level. */
async function compressAssets(directory: string): Promise<void> {
  const files = globSync('**/*.{js,css,json,svg,txt}', { cwd: directory })
  await Promise.all(
    files.map(async (file) => {
      const path = join(directory, file)
      const bytes = await readFile(path)
      if (bytes.length < MIN_BYTES) return
      const [br, gz] = await Promise.all([compressBrotli(bytes, 11), compressGzip(bytes, 9)])
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
    }),
  )
}
