import { randomUUID } from 'node:crypto'
import { lstat, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { BackupTarget } from '#server/features/backup/targets/target.ts'
import { requireBackupName } from '#server/features/backup/targets/target.ts'
import { flush } from '#server/platform/disk/files.ts'

/** Has the id of the folder. */
const ID_FILE = '.place-id'
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Backups in a folder, which processes and machines may share. */
export function createFolderTarget(folder: string): BackupTarget {
  const incoming = join(folder, 'incoming')
  const pathOf = (name: string) => join(folder, requireBackupName(name))

  async function findId(): Promise<string | null> {
    const stored = await readFile(join(folder, ID_FILE), 'utf8').catch(() => '')
    return UUID.test(stored.trim()) ? stored.trim() : null
  }

  return {
    place: folder,
    host: hostname(),
    incoming,
    findId,
    async prepare() {
      await mkdir(incoming, { recursive: true, mode: 0o700 })
      // Another process may be as quick; the first one decides.
      const made = { flag: 'wx', mode: 0o600, flush: true } as const
      await writeFile(join(folder, ID_FILE), `${randomUUID()}\n`, made).catch(unless('EEXIST'))
      const id = await findId()
      if (!id) throw new Error(`${join(folder, ID_FILE)} is damaged: remove it`)
      return id
    },
    async keep(path, name, { signal }) {
      signal.throwIfAborted()
      await rename(path, pathOf(name))
      await flush(folder)
    },
    has: async (name) => (await findFile(pathOf(name))) !== null,
    async read(name) {
      const path = pathOf(name)
      const found = await findFile(path)
      const handle = found && (await open(path).catch(unless('ENOENT')))
      // The stream closes the file when it ends or is destroyed.
      return handle ? { stream: handle.createReadStream(), size: (await handle.stat()).size } : null
    },
    async remove(name, size) {
      const path = pathOf(name)
      if ((await findFile(path))?.size === size) await rm(path, { force: true })
    },
  }
}

/** A plain file; a link could lead anywhere. */
async function findFile(path: string): Promise<{ size: number } | null> {
  const stats = await lstat(path).catch(unless('ENOENT', 'ENOTDIR', 'EACCES'))
  return stats?.isFile() ? stats : null
}

const unless =
  (...codes: string[]) =>
  (error: NodeJS.ErrnoException): undefined => {
    if (!codes.includes(error.code ?? '')) throw error
  }
