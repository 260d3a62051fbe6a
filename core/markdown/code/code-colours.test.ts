import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { CODE_KINDS } from '#core/markdown/code/highlight-code.ts'

const read = (name: string) => readFile(new URL(`../../../app/styles/${name}.css`, import.meta.url), 'utf8')
const [tokens, parts] = await Promise.all([read('tokens'), read('article-parts')])

/** The colours of a theme by their names. */
function coloursOf(css: string): Map<string, string> {
  return new Map(
    [...css.matchAll(/--color-([\w-]+): (#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

const [light = '', dark = ''] = tokens.split(/^ {2}\.dark,$/m)
const THEMES = { light: coloursOf(light), dark: coloursOf(dark.split('}')[0] ?? '') }

function luminance(colour: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function contrast(one = '', other = ''): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

describe.each(Object.entries(THEMES))('in the %s theme', (_theme, colours) => {
  test.each([...CODE_KINDS, 'bar'])('%s is 4.5:1 on the ground of code', (kind) => {
    const rule =
      kind === 'bar'
        ? /> span \{[^}]*color: var\(--color-(\w+)\)/
        : new RegExp(`\\.tok-${kind}[^}]*?color: var\\(--color-(\\w+)\\)`)
    const name = rule.exec(parts)?.[1] ?? ''
    expect(colours.get(name), name).toMatch(/^#/)
    expect(contrast(colours.get(name), colours.get('wash'))).toBeGreaterThanOrEqual(4.5)
  })
})
