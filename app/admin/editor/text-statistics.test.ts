import { Text } from '@codemirror/state'
import { expect, test } from 'vitest'
import { countWordsOf } from '#app/admin/editor/text-statistics.tsx'
import { countWords } from '#core/domain/article-reading-time.ts'

test('the words of a long text that is edited are those of its characters', () => {
  const lines = Array.from({ length: 3_000 }, (_, line) =>
    line % 7 === 0 ? '' : `- Línea ${line} has, well, | *some* words --`,
  )
  let text = Text.of(lines)
  for (let edit = 0; edit < 60; edit++) {
    const at = (edit * 7919) % text.length
    text = text.replace(
      at,
      Math.min(text.length, at + (edit % 40)),
      Text.of(['two words', '', 'x'].slice(edit % 3)),
    )
    expect(countWordsOf(text)).toBe(countWords(text.toString()))
  }
})

test('an empty text has no words', () => {
  expect(countWordsOf(Text.empty)).toBe(0)
})
