import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '#server/platform/root.ts'

interface Lock {
  packages: Record<string, { dev?: boolean; dependencies?: object; devDependencies?: object }>
}

const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as Lock
const { dependencies = {}, devDependencies = {} } = packages[''] ?? {}

test('`npm ci --omit=dev` leaves every package that the site runs with', () => {
  const names = Object.keys(dependencies)
  expect(names).toContain('hono')
  // npm takes a package in both lists for one that only develops.
  expect(names.filter((name) => name in devDependencies)).toEqual([])
  expect(names.filter((name) => packages[`node_modules/${name}`]?.dev)).toEqual([])
})
