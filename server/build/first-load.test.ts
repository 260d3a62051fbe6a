import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sharedResource } from '../../tests/support/shared-resources.ts'
import { firstLoadBytes, firstScripts } from './first-load.ts'

const { publicDir } = await sharedResource('build')

test('a page for readers loads one small script by itself, with nothing of React, the desk or the client', () => {
  const scripts = firstScripts(publicDir)
  expect(scripts).toHaveLength(1)
  expect(firstLoadBytes(publicDir)).toBeLessThan(10_000)
  for (const script of scripts)
    expect(readFileSync(join(publicDir, script), 'utf8')).not.toMatch(/react|supabase|createRoot/i)
})
