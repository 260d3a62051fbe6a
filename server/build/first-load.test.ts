import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { firstLoadBytes, firstScript } from '../../scripts/test/budget.ts'
import { sharedResource } from '../../tests/support/shared-resources.ts'

const { publicDir } = await sharedResource('build')

test('a page for readers loads one small script by itself, with nothing of React, the desk or the client', () => {
  const script = readFileSync(firstScript(publicDir), 'utf8')
  expect(firstLoadBytes(publicDir)).toBeLessThan(10_000)
  expect(script).not.toMatch(/\b(?:from|import) ?["'`]/)
  expect(script).not.toMatch(/react|supabase|createRoot/i)
})
