import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PALETTE, STYLESHEET } from '#server/platform/mail/templates/styles.ts'
import { ROOT } from '#server/platform/root.ts'

const tokens = await readFile(join(ROOT, 'app/styles/tokens.css'), 'utf8')

test('mails have the colours of the site', () => {
  const named = Object.entries(PALETTE).map(([name, colour]) => [
    `--color-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    colour,
  ])
  for (const [name, colour] of named) expect(tokens).toContain(`${name}: ${colour};`)
})

test('mails have the dark colours of the site', () => {
  const dark = tokens.slice(tokens.indexOf('.dark'))
  const colours = STYLESHEET.match(/#[0-9a-f]{6}/g) ?? []
  expect(colours).not.toEqual([])
  for (const colour of colours) expect(dark).toContain(colour)
})
