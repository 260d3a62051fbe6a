import { parseHTML } from 'linkedom'
import { expect, test, vi } from 'vitest'
import { changedBlocks, replaceBlocks } from '#app/admin/editor/preview/replace-blocks.ts'
import { renderMarkdownBlocks } from '#core/markdown/render-markdown.ts'

const blocksOf = (...texts: string[]) => texts.map((html, line) => ({ html, line }))

test.each([
  ['abc', 'abXc', { start: 2, removed: 0, added: 1 }],
  ['abc', 'ac', { start: 1, removed: 1, added: 0 }],
  ['aaa', 'aa', { start: 2, removed: 1, added: 0 }],
  ['', 'ab', { start: 0, removed: 0, added: 2 }],
  ['ab', 'ab', { start: 2, removed: 0, added: 0 }],
])('from %j to %j only what is different changes', (before, after, changed) => {
  expect(changedBlocks(blocksOf(...before), blocksOf(...after))).toEqual(changed)
})

test('a preview has an element for each block, keeps those that stay, and follows every change', () => {
  const { document } = parseHTML('<!doctype html><html><body><div></div></body></html>')
  vi.stubGlobal('document', document)
  const target = document.querySelector('div') as HTMLElement
  const texts = ['# A\n\nb\n\n<b>\n\n- c', '# A\n\nb2\n\n<b>\n\n- c', '- c\n\n# A', '']
  let shown: ReturnType<typeof blocksOf> = []
  for (const text of texts) {
    const last = target.lastElementChild
    shown = replaceBlocks(target, shown, renderMarkdownBlocks(text))
    expect(target.children.length).toBe(shown.length)
    if (text === texts[1]) expect(target.lastElementChild).toBe(last)
  }
  expect(target.innerHTML).toBe('')
  vi.unstubAllGlobals()
})
