import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { join, relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { compressAssets } from '#server/build/compress-assets.ts'
import { childEnvironment } from '#server/process/child-environment.ts'
import { NODE_FLAGS } from '#server/process/node-flags.ts'

/** The message is everything that the build said at its end. */
export class BuildError extends Error {
  override name = 'BuildError'
  /** What went wrong, in one line. */
  readonly reason: string
  constructor(output: string) {
    super(`The site could not be built:\n${output.slice(-4000)}`)
    this.reason = reasonIn(output)
  }
}

/** The first of the errors, without the name of who found it, and its place where one is drawn below it. */
function reasonIn(output: string): string {
  const [, error, place] =
    /^Build failed.*\n\s*(?:\[[\w:-]+\] )?(.+)(?:\n\s*╭─\[ (.+?) \])?/m.exec(output) ?? []
  if (error) return place ? `${error}, ${place}` : error
  return output.trimEnd().split('\n').at(-1) ?? ''
}

/**
 * Builds server and pages of the sources in `root`, with compressed copies of what browsers fetch.
 * @throws BuildError
 */
export async function runBuild(root: string, folder: string): Promise<void> {
  const command = createRequire(import.meta.url).resolve('@react-router/dev/package.json')
  const child = spawn(process.execPath, [...NODE_FLAGS, join(command, '../bin.cjs'), 'build'], {
    cwd: root,
    env: childEnvironment('build', { NODE_ENV: 'production', BUILD_DIRECTORY: relative(root, folder) }),
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
  await compressAssets(join(folder, 'client'))
}
