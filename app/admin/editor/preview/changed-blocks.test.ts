import { parseHTML } from 'linkedom'
import { expect, test, vi } from 'vitest'
import { changedBlocks, replaceBlocks } from '#app/admin/editor/preview/changed-blocks.ts'
import { renderMarkdownBlocks } from '#core/markdown/render-markdown.ts'

const blocksOf = (texts: string) => [...texts].map((html, line) => ({ html, line }))

test.each([
  ['abc', 'abXc', { start: 2, removed: 0, added: ['X'] }],
  ['abc', 'ac', { start: 1, removed: 1, added: [] }],
  ['aaa', 'aa', { start: 2, removed: 1, added: [] }],
  ['', 'ab', { start: 0, removed: 0, added: ['a', 'b'] }],
  ['ab', 'ab', { start: 2, removed: 0, added: [] }],
])('from %j to %j only what is different changes', (before, after, changed) => {
  const lines = [...after].map((_, line) => line)
  expect(changedBlocks(blocksOf(before), blocksOf(after))).toEqual({ ...changed, lines })
})

const visible = (markdown: string) => renderMarkdownBlocks(markdown).filter(({ html }) => html.trim() !== '')

function startPreview() {
  const { document, Node } = parseHTML('<!doctype html><html><body><div></div></body></html>')
  vi.stubGlobal('document', document)
  vi.stubGlobal('Node', Node)
  const target = document.querySelector('div') as HTMLElement
  let shown: ReturnType<typeof visible> = []
  return {
    target,
    show(markdown: string) {
      const next = visible(markdown)
      replaceBlocks(target, changedBlocks(shown, next))
      shown = next
      return target
    },
  }
}

/** The same HTML as it is read from scratch. */
function read(markdown: string): string {
  const element = document.createElement('div')
  element.innerHTML = visible(markdown)
    .map(({ html }) => html.trim())
    .join('')
  return element.innerHTML
}

test('a preview always has what a new one would have', () => {
  const { show } = startPreview()
  const texts = [
    '# A\n\nb\n\n<b>\n\n- c',
    '# A\n\nb2 **bold** and [a](/link)\n\n<b>\n\n- c',
    '# A\n\nb3 **bolder** and [a](/link "title")\n\n<b>\n\n- c\n- d\n  - e',
    '# A\n\nb3 **bolder** and [a](/link)\n\n1. c\n1. d\n   - f',
    '## A\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```ts\n1\n```',
    '## A\n\n| a | b |\n| - | :-: |\n| 1 | 3 |\n\n```js\n1\n2\n```',
    '![one](/a.webp "b")\n\n> quote\n> more\n\n- [ ] task',
    '![two](/a.webp)\n\n> quote\n>\n> > more\n\n- [x] task',
    '- c\n\n# A',
    '',
  ]
  for (const text of texts) {
    const target = show(text)
    expect(target.children.length).toBe(visible(text).length)
    expect(target.innerHTML.replaceAll('\n', '')).toBe(read(text).replaceAll('\n', ''))
  }
  vi.unstubAllGlobals()
})

test('a changed paragraph keeps its element, and its unchanged children', () => {
  const { target, show } = startPreview()
  show('# A\n\nOne **bold** word\n\n- c\n- d')
  const [, paragraph, list] = [...target.children]
  const bold = paragraph?.querySelector('strong')
  const first = list?.firstElementChild
  show('# A\n\nOne **bold** words\n\n- c\n- de')
  expect([...target.children].slice(1)).toEqual([paragraph, list])
  expect(paragraph?.querySelector('strong')).toBe(bold)
  expect(list?.firstElementChild).toBe(first)
  expect(target.textContent).toContain('One bold words')
  vi.unstubAllGlobals()
})
