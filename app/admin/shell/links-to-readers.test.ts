import { readFileSync } from 'node:fs'
import { glob } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as paths from '#core/paths.ts'
import { ROOT } from '#server/platform/root.ts'

/** The functions that make addresses of readers' pages. */
const NAMES = Object.entries(paths).flatMap(([name, value]) => (typeof value === 'function' ? [name] : []))
const OUTSIDE = new RegExp(`\\bto=(?:\\{[^}]*\\b(?:${NAMES.join('|')})\\(|["'{\`]+/(?!admin))`)

test('no link of the desk asks React Router for a page for readers, which is a document of the server', async () => {
  expect(NAMES).toContain('articlePath')
  const found: string[] = []
  for await (const file of glob('app/admin/**/*.tsx', { cwd: ROOT })) {
    const [link] = OUTSIDE.exec(readFileSync(join(ROOT, file), 'utf8')) ?? []
    if (link) found.push(`${file}: ${link}`)
  }
  expect(found).toEqual([])
})
