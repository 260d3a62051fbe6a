import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { shippedColor, shippedTone } from '#app/admin/sections/shipped-tone.ts'
import { SHIPPED_SECTIONS } from '#core/domain/shipped-sections.ts'

test('a section without a colour of its own has that of the styles, and a new one is grey', () => {
  const styles = readFileSync('app/styles/tokens.css', 'utf8')
  // The light theme comes first.
  for (const slug of [...SHIPPED_SECTIONS, 'garden'])
    expect(shippedColor(slug)).toBe(new RegExp(`--color-${shippedTone(slug)}: (#\\w+)`).exec(styles)?.[1])
  expect(shippedTone('garden')).toBe('grey')
  expect(new Set(SHIPPED_SECTIONS.map(shippedColor)).size).toBe(SHIPPED_SECTIONS.length)
})
