import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { categoryTone } from '#app/components/article/category-badge.tsx'
import { SHIPPED_SECTIONS } from '#core/domain/shipped-sections.ts'
import { colorsOfSection, sectionColors } from '#core/look/section-colors.ts'

const shipped = (slug: string) => colorsOfSection({ slug, color: null })

test('a section without a colour of its own has that of the styles, and a new one is grey', () => {
  const styles = readFileSync('app/styles/tokens.css', 'utf8')
  const inStyles = (tone: string) => {
    const [light, dark] = [...styles.matchAll(new RegExp(`--color-${tone}: (#\\w+)`, 'g'))].map(
      ([, hex]) => hex,
    )
    return { light, dark }
  }
  const colorOf = (slug: string) =>
    new RegExp(`"${categoryTone(slug)}"\\] \\{\\s*--color-accent: var\\(--color-(\\w+)\\)`).exec(
      styles,
    )?.[1] ?? ''
  for (const slug of SHIPPED_SECTIONS) expect(shipped(slug)).toEqual(inStyles(colorOf(slug)))
  expect(shipped('garden')).toEqual(inStyles('grey'))
  expect(new Set(SHIPPED_SECTIONS.map((slug) => shipped(slug).light)).size).toBe(SHIPPED_SECTIONS.length)
})

test.each(SHIPPED_SECTIONS)('%s keeps its colours in both themes at another address', (slug) => {
  expect(colorsOfSection({ slug: 'coast', color: shipped(slug).light })).toEqual(shipped(slug))
})

test('what names a section by an old address has its colours', () => {
  const coast = { slug: 'coast', color: '#ffe600', names: {}, descriptions: {} }
  const settings = { categories: [coast], formerCategories: new Map([['business', 'coast']]), accent: null }
  expect(sectionColors('business', settings)).toEqual(colorsOfSection(coast))
  expect(sectionColors('of-nobody', settings)).toEqual(shipped('of-nobody'))
})

test('a colour of its own is made readable in both themes', () => {
  expect(colorsOfSection({ slug: 'hack', color: '#ffe600' })).toEqual({
    light: expect.not.stringMatching('#ffe600'),
    dark: '#ffe600',
  })
})
