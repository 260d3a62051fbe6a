import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Log } from '#server/log.ts'

export interface KeptFiles {
  /** The file of this name, made first if it is not there. Whoever asks meanwhile gets the same one. */
  get(name: string, make: () => Promise<Buffer<ArrayBuffer>>): Promise<Buffer<ArrayBuffer>>
}

/**
 * Files that are costly to make and can be made again, so the folder may be emptied at any time. A name must say
 * everything that decides about the content: a file once made is never made anew.
 */
export function createKeptFiles({ folder, log }: { folder: string; log: Log }): KeptFiles {
  const underWay = new Map<string, Promise<Buffer<ArrayBuffer>>>()

  async function readOrMake(
    name: string,
    make: () => Promise<Buffer<ArrayBuffer>>,
  ): Promise<Buffer<ArrayBuffer>> {
    const file = join(folder, name)
    // What keeps a file from being read shows again when it is written, and is logged then.
    const kept = await readFile(file).catch(() => null)
    if (kept) return kept
    const made = await make()
    await keep(file, made).catch((error: unknown) => log.error(`${file} cannot be kept`, error))
    return made
  }

  return {
    get(name, make) {
      const asked = underWay.get(name) ?? readOrMake(name, make).finally(() => underWay.delete(name))
      underWay.set(name, asked)
      return asked
    },
  }
}

/** Written aside, made durable, then renamed: after a crash there is either no file or a whole one. */
async function keep(file: string, bytes: Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  const handle = await open(`${file}.partial`, 'w')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
    await rename(`${file}.partial`, file)
  } catch (error) {
    // What did fit on a full disk would stay on it.
    await rm(`${file}.partial`, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}
