import { chmodSync, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A new temporary folder that every user may traverse. Tests may run as root, but PostgreSQL then runs as another user, which must
 * be able to reach its data.
 */
export function createTemporaryFolder(name: string, within: string = tmpdir()): string {
  const path = mkdtempSync(join(within, `ai-watch-${name}-`))
  chmodSync(path, 0o755)
  return path
}

/** The folder for files in memory, if the system has one (Linux) with room for the databases of a run; otherwise one on the disk. */
export function memoryFolder(): string {
  try {
    const { type, bavail, bsize } = statfsSync(MEMORY)
    if (type === TMPFS && bavail * bsize > NEEDED_BYTES) return MEMORY
  } catch {
    // There is none.
  }
  return tmpdir()
}

const MEMORY = '/dev/shm'
const TMPFS = 0x01021994
const NEEDED_BYTES = 2 * 1024 ** 3
