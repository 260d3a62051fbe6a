import { join } from 'node:path'
import { type Build, buildsIn } from '#server/build/builds.ts'
import { BuildError, runBuild } from '#server/build/run-build.ts'
import { hashSources } from '#server/build/source-hash.ts'
import { ROOT } from '#server/root.ts'

const builds = buildsIn(join(ROOT, 'build'))

type Say = (line: string) => void

/**
 * The build of the current sources, made when there is none. When several processes ask at once, one of them builds.
 * @throws BuildError
 */
export async function ensureBuild(say: Say): Promise<Build> {
  return (await builds.hold(await hashSources(ROOT))) ?? makeBuild(say)
}

/** The same, or the build used last when the sources cannot be built: a mistake in them must not prevent a start. */
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
        // When a source was edited meanwhile, the build may or may not contain the edit.
        return (await hashSources(ROOT)) === hash
      })
      await builds.removeOld()
    }
  } finally {
    turn.release()
  }
}
