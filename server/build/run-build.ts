import { spawn } from 'node:child_process'
import { globSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join, relative } from 'node:path'
import { promisify, stripVTControlCharacters } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { z } from 'zod'
import {
  manifestForKeeping,
  manifestForReaders,
  manifestOfKept,
  routesForReaders,
} from '#app/document/routes-for-readers.ts'
import { childEnvironment, NODE_FLAGS } from '#server/platform/process/child-process.ts'

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
/** Below this a compressed copy saves less than the header that announces it. */
const MIN_BYTES = 256

/** The message is the end of the build's output. */
export class BuildError extends Error {
  override name = 'BuildError'
  /** What went wrong, in one line. */
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
 * Builds server and pages of the sources in `root`, with compressed copies of what browsers fetch.
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
  const manifests = globSync('assets/manifest-*.js', { cwd: client })
  if (manifests.length !== 1) throw new Error('React Router has written no list of routes')
  await Promise.all(manifests.map((file) => writeReadersManifest(join(client, file))))
  await Promise.all(manifests.map((file) => writeListOfKept(client, file)))
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
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      }
      const [br, gz] = await Promise.all([
        compressBrotli(bytes, { params }),
        compressGzip(bytes, { level: 9 }),
      ])
      await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)])
    }),
  )
}

const BEGINNING = 'window.__reactRouterManifest='

const manifest = z.looseObject({
  entry: z.looseObject({ imports: z.array(z.string()) }),
  routes: z.record(
    z.string(),
    z.looseObject({ id: z.string(), parentId: z.string().optional(), imports: z.array(z.string()) }),
  ),
})

/**
 * Writes a manifest of the routes for readers beside the full one, which React Router would load on every page. It leaves out the
 * pages of the desk and the files that every page has loaded.
 * @throws when the format of React Router's manifest has changed
 */
async function writeReadersManifest(path: string): Promise<void> {
  const text = await readFile(path, 'utf8')
  if (!text.startsWith(BEGINNING)) throw new Error(`${path} is not a list of routes`)
  const list = manifest.parse(JSON.parse(text.slice(BEGINNING.length).replace(/;$/, '')))
  const loaded = new Set(list.entry.imports)
  const routes = routesForReaders(Object.values(list.routes)).map((route) => {
    return [route.id, { ...route, imports: route.imports.filter((file) => !loaded.has(file)) }]
  })
  const shorter = { ...list, routes: Object.fromEntries(routes) }
  await writeFile(manifestForReaders(path), `${BEGINNING}${JSON.stringify(shorter)};`)
}

/** The modules that pages load on use, of what can be used without a network, by the names of their files. */
const USED_WITHOUT_NETWORK = [
  'press-button',
  'open-player',
  // The facts of a language (core/languages/load-facts.ts).
  '??',
  'follow-reading',
  'save-shown-article',
  'search-kept',
  'search-overlay',
  'menu-events',
]

/**
 * Writes beside the manifest which files these modules are, with all that they import: browsers keep them with the pages of this build. And
 * the manifest that also loads what notes and keeps what is read: the service worker gives it to pages, so that others load no byte for that.
 */
async function writeListOfKept(client: string, manifestFile: string): Promise<void> {
  const modules = USED_WITHOUT_NETWORK.map((name) => {
    const found = globSync(`assets/${name}-????????.js`, { cwd: client })
    if (found.length === 0) throw new Error(`The build has no module ${name}, which browsers should keep`)
    return { name, found }
  })
  const keeping = manifestForKeeping(manifestFile)
  const following = modules.find(({ name }) => name === 'follow-reading')?.found ?? []
  const imports = following.map((file) => `import("./${basename(file)}");`)
  const routes = await readFile(manifestForReaders(join(client, manifestFile)), 'utf8')
  await writeFile(join(client, keeping), routes + imports.join(''))
  const files = new Set([keeping, ...modules.flatMap(({ found }) => found)])
  for (const file of files) {
    const code = await readFile(join(client, file), 'utf8')
    for (const [, name] of code.matchAll(/\b(?:from|import)"\.\/([\w.-]+\.js)"/g)) files.add(`assets/${name}`)
  }
  const list = Array.from(files, (file) => `/${file}`).toSorted()
  await writeFile(manifestOfKept(join(client, manifestFile)), JSON.stringify(list))
}
