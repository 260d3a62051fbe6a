import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bundle } from './inline-script.ts'

test('the boot script that is in every page stays small and stands alone', async () => {
  const code = await bundle(join(import.meta.dirname, '../../app/document/boot.ts'))
  expect(code.length).toBeLessThan(2_500)
  expect(code).not.toMatch(/<\/script|\bimport\b|\bexport\b/)
  // It declares a function and does nothing until that is called.
  expect(typeof new Function(`${code} return run`)()).toBe('function')
})
