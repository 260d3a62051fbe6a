import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import type { Log } from '#server/platform/log.ts'

export interface CachedFiles {
  /** The bytes of the file with this name; `make` is called only when there is none. Concurrent calls share one `make`. */
  get(name: string, make: () => Promise<Buffer<ArrayBuffer>>): Promise<Buffer<ArrayBuffer>>
  /** The bytes of the file with this name; null when there is none. */
  find(name: string): Promise<Buffer<ArrayBuffer> | null>
}

/**
 * A cache on disk for files that are expensive to make. It never expires, so a name must contain everything that the
 * content depends on; the folder may be emptied at any time.
 */
export function createCachedFiles({ folder, log }: { folder: string; log: Log }): CachedFiles {
  const pending = new Map<string, Promise<Buffer<ArrayBuffer>>>()

  /** The version of an image is in its name, and comes from a row, which a restored backup may have from elsewhere. */
  function fileOf(name: string): string {
    const file = resolve(folder, name)
    if (file.startsWith(resolve(folder) + sep)) return file
    throw new Error(`${JSON.stringify(name)} is not the name of a file`)
  }

  // A folder that cannot be read cannot be written either, and that is logged below.
  const find = async (name: string) => readFile(fileOf(name)).catch(() => null)

  async function readOrMake(
    name: string,
    make: () => Promise<Buffer<ArrayBuffer>>,
  ): Promise<Buffer<ArrayBuffer>> {
    const file = fileOf(name)
    const cached = await find(name)
    if (cached) return cached
    const made = await make()
    await store(file, made).catch((error: unknown) => log.error(`${file} cannot be stored`, error))
    return made
  }

  return {
    find,
    get(name, make) {
      const bytes = pending.get(name) ?? readOrMake(name, make).finally(() => pending.delete(name))
      pending.set(name, bytes)
      return bytes
    },
  }
}

/** Writes to a temporary name of this process, because others may use the folder, flushes and renames, so that a crash leaves either no file or a complete one. */
async function store(file: string, bytes: Buffer): Promise<void> {
  const partial = `${file}.${process.pid}.partial`
  await mkdir(dirname(file), { recursive: true })
  try {
    await writeFile(partial, bytes, { flush: true })
    await rename(partial, file)
  } catch (error) {
    // On a full disk the incomplete file would remain.
    await rm(partial, { force: true })
    throw error
  }
}
