import { chmodSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * A new temporary folder that every user may traverse. Tests may run as root, but PostgreSQL then runs as another user, which must
 * be able to reach its data.
 */
export function createTemporaryFolder(name: string): string {
  const path = mkdtempSync(join(tmpdir(), `ai-watch-${name}-`))
  chmodSync(path, 0o755)
  return path
}
