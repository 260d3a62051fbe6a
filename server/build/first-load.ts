import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The script that a page for readers loads by itself: one file, because the build puts into it all that it imports at once. */
export function firstScript(publicDir: string): string {
  const file = readdirSync(join(publicDir, 'assets')).find((name) => /^reader-[\w-]+\.js$/.test(name))
  if (!file) throw new Error('The build has no script for readers')
  return join(publicDir, 'assets', file)
}

/** The bytes of it as it is sent, compressed with Brotli unless that would save too little. */
export function firstLoadBytes(publicDir: string): number {
  const file = firstScript(publicDir)
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}
