import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { mailLookOf, PALETTE, stylesheetsOf } from '#server/platform/mail/templates/mail-look.ts'
import { ROOT } from '#server/platform/root.ts'

const tokens = await readFile(join(ROOT, 'app/styles/tokens.css'), 'utf8')
const { palette } = mailLookOf(undefined, undefined)

test('mails have the colours of the site', () => {
  for (const [name, colour] of Object.entries({
    ...PALETTE,
    brand: palette.brand,
    'on-brand': palette.onBrand,
  }))
    expect(tokens).toContain(`--color-${name}: ${colour};`)
})

test('mails have the dark colours of the site, and its accent', () => {
  const dark = tokens.slice(tokens.indexOf('.dark'))
  const colours = (
    stylesheetsOf(palette, new Map())
      .join('')
      .match(/#[0-9a-f]{6}/g) ?? []
  ).filter((colour) => ![palette.brand, palette.onBrand, palette.dark.mark].includes(colour))
  expect(colours).not.toEqual([])
  for (const colour of colours) expect(dark).toContain(colour)
})
