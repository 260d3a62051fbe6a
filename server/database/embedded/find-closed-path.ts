import { dirname } from 'node:path'
import { runCommand } from '#server/database/embedded/run-command.ts'
import type { ServerAccount } from '#server/database/embedded/server-account.ts'

/** The first path, parents before children, that the user may not enter or execute; null when all are open. */
export async function findClosedPath(paths: string[], account: ServerAccount): Promise<string | null> {
  const steps = [...new Set(paths.flatMap(withParents))]
  const script = 'for path; do [ -x "$path" ] || { printf %s "$path"; exit 1; }; done'
  const { code, output } = await runCommand('/bin/sh', ['-c', script, 'sh', ...steps], account)
  return code === 0 ? null : output
}

function withParents(path: string): string[] {
  const parent = dirname(path)
  return parent === path ? [path] : [...withParents(parent), path]
}
