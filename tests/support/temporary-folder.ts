import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A new folder under the system's temporary one that every user may pass through: run as root, PostgreSQL works as
 * another user and would otherwise have to keep its data elsewhere.
 */
export function createTemporaryFolder(name: string): string {
  const path = mkdtempSync(join(tmpdir(), `ai-watch-${name}-`))
  chmodSync(path, 0o755)
  return path
}
