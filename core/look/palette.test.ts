import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { brighten, contrast, cover, type Hex, toHex, toOklch } from '#core/look/oklch.ts'
import { GROUNDS, type Palette, paletteOf, readable, THEMES } from '#core/look/palette.ts'

const CHANNEL = Array.from({ length: 18 }, (_, step) => (step * 15).toString(16).padStart(2, '0'))
/** The whole cube of colours, in steps of 15. */
const GRID = CHANNEL.flatMap((r) => CHANNEL.flatMap((g) => CHANNEL.map((b) => `#${r}${g}${b}`)))

/** Every pair of colours that pages make of a palette, with the contrast that it needs. */
function pairsOf(palette: Palette) {
  const { brand, onBrand } = palette
  return THEMES.flatMap((theme) => {
    const { text, mark } = palette[theme]
    const { paper, wash, ink, onAccent } = GROUNDS[theme]
    const pair = (name: string, foreground: Hex, background: Hex, needs = 4.5) => ({
      ...{ name, theme, foreground, background, needs },
      contrast: contrast(foreground, background),
    })
    return [
      pair('Text in the accent', text, paper),
      pair('Text in the accent on a panel', text, wash),
      pair('Text on a badge', onAccent, text),
      pair('Button', onBrand, brand),
      pair('Button under the pointer', brighten(onBrand, 1.1), brighten(brand, 1.1)),
      pair('Button at rest', ink, cover(brand, 0.18, paper)),
      pair('Button at rest on a panel', ink, cover(brand, 0.18, wash)),
      pair('Marked words', ink, cover(brand, 0.2, paper)),
      pair('Selected text', ink, cover(text, 0.24, paper)),
      pair('Edge and drawing', mark, paper, 3),
      pair('Edge and drawing on a panel', mark, wash, 3),
      pair('Outline of what has focus', text, wash, 3),
    ]
  })
}

test('every pair of every accent keeps WCAG AA', () => {
  const failures = GRID.flatMap((accent) =>
    pairsOf(paletteOf(accent))
      .filter(({ contrast, needs }) => contrast < needs)
      .map((pair) => ({ accent, ...pair })),
  )
  expect(failures).toEqual([])
})

test('every colour has a nearest one that reads on paper and panels, and carries the text of a badge', () => {
  for (const color of GRID)
    for (const theme of THEMES) {
      const { paper, wash, onAccent } = GROUNDS[theme]
      const text = readable(color, theme)
      for (const ground of [paper, wash, onAccent]) expect(contrast(text, ground)).toBeGreaterThanOrEqual(4.5)
    }
})

test('a colour that reads already stays, and another one keeps its hue and moves as little as it must', () => {
  expect(readable('#0f7b3f', 'light')).toBe('#0f7b3f')
  for (const [color, theme] of [
    ['#ffd400', 'light'],
    ['#39ff14', 'light'],
    ['#0a2a66', 'dark'],
  ] as const) {
    const text = readable(color, theme)
    expect(Math.abs(toOklch(text).h - toOklch(color).h)).toBeLessThan(0.06)
    expect(contrast(text, GROUNDS[theme].wash)).toBeLessThan(4.62)
  }
})

test('buttons keep the colour wherever black or white reads on it', () => {
  for (const accent of ['#ffd400', '#ffffff', '#000000', '#39ff14', '#052962', '#e4572e'])
    expect(paletteOf(accent).brand).toBe(accent)
  expect(paletteOf('#ffd400').onBrand).toBe(GROUNDS.light.ink)
  expect(paletteOf('#052962').onBrand).toBe('#ffffff')
})

test('a colour survives the way to OKLCH and back', () => {
  expect(GRID.filter((color) => toHex(toOklch(color)) !== color)).toEqual([])
})

test('the grounds are those of the style sheet', () => {
  const css = readFileSync('app/styles/tokens.css', 'utf8')
  const [light = '', dark = ''] = css.split('.dark,')
  for (const [theme, rules] of [
    ['light', light],
    ['dark', dark],
  ] as const)
    for (const [name, color] of Object.entries({ ...GROUNDS[theme], onAccent: undefined }))
      if (color) expect(rules).toContain(`--color-${name}: ${color};`)
  expect(light).toContain(`--color-on-accent: ${GROUNDS.light.onAccent};`)
  expect(dark).toContain(`--color-on-accent: ${GROUNDS.dark.onAccent};`)
})

test('what says a state reads as text, and under the text of badges, in both themes', () => {
  const css = readFileSync('app/styles/tokens.css', 'utf8')
  const [light = '', dark = ''] = css.split('.dark,')
  for (const [theme, rules] of Object.entries({ light, dark }) as [(typeof THEMES)[number], string][]) {
    const { paper, wash, onAccent } = GROUNDS[theme]
    for (const state of ['red', 'orange', 'green', 'blue']) {
      const color = new RegExp(`--color-${state}: (#\\w{6});`).exec(rules)?.[1] as Hex
      for (const other of [paper, wash, onAccent]) expect(contrast(color, other)).toBeGreaterThanOrEqual(4.5)
    }
  }
})
