import { randomUUID } from 'node:crypto'
import { constants, copyFile, type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { flush } from '#server/platform/disk/files.ts'
import type { StorageBackend } from '#server/supabase/storage/backends/storage-backend.ts'
import { requireStoredFile } from '#server/supabase/storage/backends/stored-file.ts'

/**
 * Files in a folder, spread over 256 folders. A file appears by being renamed, complete and flushed, so that
 * several processes can share the folder. `incoming` must be on the same file system.
 */
export function createDiskBackend({
  folder,
  incoming,
}: {
  folder: string
  incoming: string
}): StorageBackend {
  const pathOf = (file: string) => join(folder, requireStoredFile(file).slice(0, 2), file)

  async function moveIn(from: string, to: string): Promise<void> {
    await flush(from)
    await mkdir(dirname(to), { recursive: true })
    await rename(from, to)
    await flush(dirname(to))
    await flush(dirname(dirname(to)))
  }

  return {
    description: folder,
    async put(file, { path }) {
      await moveIn(path, pathOf(file))
    },
    async copy(file, to) {
      const partial = join(incoming, `${randomUUID()}.copy`)
      try {
        await copyFile(pathOf(file), partial, constants.COPYFILE_FICLONE)
        await moveIn(partial, pathOf(to))
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
    },
    async read(file, range) {
      const handle = await open(pathOf(file)).catch(unlessMissing)
      // The stream closes the file when it ends or is destroyed.
      return handle?.createReadStream(range) ?? null
    },
    async remove(file) {
      await rm(pathOf(file), { force: true })
    },
  }
}

function unlessMissing(error: NodeJS.ErrnoException): FileHandle | null {
  if (error.code === 'ENOENT') return null
  throw error
}
