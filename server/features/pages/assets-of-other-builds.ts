import { readdir } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** How long the list of the builds' files is used: a page of a build that is a moment old may ask for many. */
const LISTED_MS = 2_000
const BUILD = /^[0-9a-f]{16}$/
const ASSETS = 'assets/'

export interface FilesOfBuild {
  directory: string
  names: ReadonlySet<string>
}

/**
 * Finds an asset that only another build of this machine has: while processes are replaced one after the other, and in tabs that are
 * older than that, a page of one build asks processes of another. Names contain a hash, so the same name means the same file.
 */
export function findInOtherBuilds(directory: string): (path: string) => Promise<FilesOfBuild | undefined> {
  const own = dirname(directory)
  if (!BUILD.test(basename(own))) return async () => undefined
  let listed: { at: number; builds: Promise<FilesOfBuild[]> } | undefined

  function builds(): Promise<FilesOfBuild[]> {
    const now = performance.now()
    if (!listed || now - listed.at > LISTED_MS) listed = { at: now, builds: listBuilds(own) }
    return listed.builds
  }

  return async (path) =>
    path.startsWith(ASSETS) ? (await builds()).find(({ names }) => names.has(path)) : undefined
}

async function listBuilds(own: string): Promise<FilesOfBuild[]> {
  const all = await readdir(dirname(own)).catch(() => [])
  const others = all.filter((name) => BUILD.test(name) && name !== basename(own))
  return Promise.all(
    others.map(async (name) => {
      const directory = join(dirname(own), name, 'client')
      const files = await readdir(join(directory, ASSETS)).catch(() => [])
      return { directory, names: new Set(files.map((file) => ASSETS + file)) }
    }),
  )
}
