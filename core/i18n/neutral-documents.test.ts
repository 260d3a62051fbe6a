import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseShippedPage } from '#core/domain/shipped-page.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

const SUBJECT = /(?<![\p{L}\p{N}])(?:AI|KI|IA)(?![\p{L}\p{N}])|artificial|artificiel|künstlich/iu
/** Facts that a publication of another subject states in other words. */
const OTHERS = /agent/i

/** The title, the description and the text. */
const linesOf = (path: string, subject: 'ai' | 'any') => {
  const file = readFileSync(new URL(`./messages/${path}.md`, import.meta.url), 'utf8')
  const { title, description, content } = parseShippedPage(file, { subject, unmade: [] })
  return [title, description, ...content.split('\n')]
}
const speaks = (line: string) => SUBJECT.test(line.replaceAll(/\b(?:ai|Ai|ia)\b/g, ''))

describe.each(LANGUAGE_CODES)('in %s', (language) => {
  test.each(['disclaimer', 'privacy', 'terms'])(
    'the neutral %s says what the shipped one says, but for what speaks of the subject',
    (name) => {
      const [shipped, neutral] = [linesOf(`${language}/${name}`, 'ai'), linesOf(`${language}/${name}`, 'any')]
      expect(neutral).toHaveLength(shipped.length)
      const wrong = shipped.filter((line, index) =>
        speaks(line) ? neutral[index] === line : neutral[index] !== line && !OTHERS.test(line),
      )
      expect(wrong).toEqual([])
      expect(neutral.filter(speaks)).toEqual([])
    },
  )

  test('the neutral About does not speak of the subject, and has the same promises and links', () => {
    const [shipped, neutral] = [linesOf(`${language}/about`, 'ai'), linesOf(`${language}/about`, 'any')]
    expect(neutral.filter(speaks)).toEqual([])
    const links = (lines: string[]) => lines.join('\n').match(/\]\([^)]*\)/g)
    expect(links(neutral)).toEqual(links(shipped))
    const headings = (lines: string[]) => lines.filter((line) => line.startsWith('#')).length
    expect(headings(neutral)).toBe(headings(shipped))
  })
})
