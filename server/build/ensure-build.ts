import { join } from 'node:path'
import { type Build, buildsIn } from '#server/build/builds.ts'
import { BuildError, runBuild } from '#server/build/run-build.ts'
import { hashSources } from '#server/build/source-hash.ts'
import { ROOT } from '#server/root.ts'

const builds = buildsIn(join(ROOT, 'build'))

type Say = (line: string) => void

/**
 * The build of the sources as they are, made when there is none. Of several processes that ask at once, one builds.
 * @throws BuildError
 */
export async function ensureBuild(say: Say): Promise<Build> {
  return (await builds.hold(await hashSources(ROOT))) ?? makeBuild(say)
}

/** The same, or when it cannot be built the build used last: a mistake in a source must not keep a site from starting. */
export async function findServableBuild(say: Say): Promise<Build> {
  try {
    return await ensureBuild(say)
  } catch (error) {
    const last = error instanceof BuildError ? await builds.holdLast() : null
    if (!last || !(error instanceof BuildError)) throw error
    const day = last.lastUsed.toISOString().slice(0, 16).replace('T', ' ')
    say(`The site could not be built (${error.reason}). The last good build, used ${day}, is served instead.`)
    return last
  }
}

async function makeBuild(say: Say): Promise<Build> {
  const turn = await builds.takeTurn(() => say('Waiting for another process that builds the site ...'))
  try {
    for (;;) {
      const hash = await hashSources(ROOT)
      const build = await builds.hold(hash)
      if (build) return build
      say('Building the site (the first time, and after changes) ...')
      await builds.add(hash, async (folder) => {
        await runBuild(ROOT, folder)
        // What was edited meanwhile may be in it or not.
        return (await hashSources(ROOT)) === hash
      })
      await builds.removeOld()
    }
  } finally {
    turn.release()
  }
}
