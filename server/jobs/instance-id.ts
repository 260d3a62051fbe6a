import { randomUUID } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/**
 * The name of whoever runs on this data folder, kept in it. One process at a time does, so that runs under this name which
 * are found at a start belong to a process that is gone.
 */
export async function loadInstanceId(dataDir: string): Promise<string> {
  const file = join(dataDir, 'instance-id')
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim()
  if (UUID.test(kept)) return kept
  const made = randomUUID()
  // Written aside and renamed: a crash leaves either no file or a whole one.
  await writeFile(`${file}.new`, `${made}\n`, { mode: 0o600, flush: true })
  await rename(`${file}.new`, file)
  return made
}
