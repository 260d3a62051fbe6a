import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** All scripts that a page for readers loads by itself: that of readers with what it imports. */
export function firstScripts(publicDir: string): string[] {
  const entry = readdirSync(join(publicDir, 'assets')).find((file) => /^reader-[\w-]+\.js$/.test(file))
  if (!entry) throw new Error('The build has no script for readers')
  const files = new Set([`/assets/${entry}`])
  for (const file of files) {
    const text = readFileSync(join(publicDir, file), 'utf8')
    for (const [, name] of text.matchAll(/\b(?:from|import)["'`]\.\/([\w.-]+\.js)["'`]/g))
      files.add(`/assets/${name}`)
  }
  return [...files]
}

/** The bytes of these scripts as they are sent, compressed with Brotli unless that would save too little. */
export function firstLoadBytes(publicDir: string): number {
  const sent = firstScripts(publicDir).map((file) => {
    const compressed = join(publicDir, `${file}.br`)
    return statSync(existsSync(compressed) ? compressed : join(publicDir, file)).size
  })
  return sent.reduce((sum, size) => sum + size, 0)
}
