import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * The id of this data folder, stored in it. Only one process at a time uses a data folder, so job runs under this id that are
 * found at a start belong to a process that has ended.
 */
export async function loadInstanceId(dataDir: string): Promise<string> {
  const file = join(dataDir, 'instance-id')
  const stored = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (UUID.test(stored)) return stored
  const created = randomUUID()
  // Written to another file and renamed, so that a crash leaves either no file or a complete one.
  await writeFile(`${file}.new`, `${created}\n`, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
  return created
}
