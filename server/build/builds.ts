import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type FileLock, shareFile, takeFile } from '#server/process/file-lock.ts'

/** A complete build. A lock protects it from being removed for as long as this process runs. */
export interface Build {
  /** What browsers may fetch of it. */
  publicDir: string
  /** The address of its program, whose exports are those of `server/entry.ts`. */
  entry: string
  lastUsed: Date
}

/** Every complete build has this file; each process that uses the build holds a shared lock on it. */
const IN_USE = 'in-use'
const NAME = /^[0-9a-f]{16}$/
const REMOVED = 'removed-'
const PARTIAL = 'partial-'
/** The number of builds that stay, those used last: for going back to them, and for when the next build fails. */
const MAX_BUILDS = 3

/** The builds of a folder, each named by the hash of the sources it was made from. */
export function buildsIn(folder: string) {
  /** Null when there is no such build. */
  async function hold(hash: string): Promise<Build | null> {
    const path = join(folder, hash)
    const lock = shareFile(join(path, IN_USE))
    const entry = join(path, 'server/index.js')
    if (!lock || !existsSync(entry)) {
      lock?.release()
      return null
    }
    const { mtime: lastUsed } = await stat(join(path, IN_USE))
    const now = new Date()
    // The user of this process may not be allowed to write to the build.
    await utimes(join(path, IN_USE), now, now).catch(() => {})
    return { publicDir: join(path, 'client'), entry: pathToFileURL(entry).href, lastUsed }
  }

  /** The names of the builds, last used first. */
  async function list(): Promise<string[]> {
    const names = (await readdir(folder).catch(() => [])).filter((name) => NAME.test(name))
    const builds = await Promise.all(
      names.map(async (name) => {
        const stats = await stat(join(folder, name, IN_USE)).catch(() => null)
        return { name, used: stats?.mtimeMs ?? 0 }
      }),
    )
    return builds.sort((a, b) => b.used - a.used).map(({ name }) => name)
  }

  async function removeAll(prefix: string): Promise<void> {
    const names = (await readdir(folder)).filter((name) => name.startsWith(prefix))
    await Promise.all(names.map((name) => rm(join(folder, name), { recursive: true, force: true })))
  }

  return {
    hold,

    /** The build that was used last, or null when there is none at all. */
    async holdLast(): Promise<Build | null> {
      for (const name of await list()) {
        const build = await hold(name)
        if (build) return build
      }
      return null
    },

    /**
     * Has `build` fill a folder, and makes that a build unless `build` returns false. To be called by one process at a time. The
     * folder of a killed build is removed and its name not used again, because its compiler may still be running.
     */
    async add(hash: string, build: (partial: string) => Promise<boolean>): Promise<void> {
      await removeAll(PARTIAL)
      const partial = join(folder, PARTIAL + process.pid)
      try {
        if (!(await build(partial))) return
        await writeFile(join(partial, IN_USE), '')
        await rename(partial, join(folder, hash))
      } finally {
        await rm(partial, { recursive: true, force: true })
      }
    },

    /** Removes the builds that were used longest ago and are not in use. To be called by one process at a time. */
    async removeOld(): Promise<void> {
      for (const name of (await list()).slice(MAX_BUILDS)) {
        const lock = takeFile(join(folder, name, IN_USE))
        if (!lock) continue
        // Under the lock the build is only renamed, so that a build under its own name is always complete.
        await rename(join(folder, name), join(folder, REMOVED + name)).finally(() => lock.release())
      }
      await removeAll(REMOVED)
    },

    /** Waits until no other process builds in this folder. */
    async takeTurn(onWait: () => void): Promise<FileLock> {
      await mkdir(folder, { recursive: true })
      for (let waited = false; ; waited = true) {
        const lock = takeFile(join(folder, 'lock'))
        if (lock) return lock
        if (!waited) onWait()
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
  }
}
