import { expect, test } from 'vitest'
import { markedText, stateOf } from '#app/admin/editor/testing/run-command.ts'
import {
  completeAddress,
  insertLink,
  isAllowedAddress,
  linkAtSelection,
  linkMarkdown,
  removeLink,
} from '#app/admin/editor/text/link.ts'
import { renderMarkdown } from '#core/markdown/render-markdown.ts'

test('what is selected, or the word at the cursor, becomes the text of a link', () => {
  for (const marked of ['See ‹the harbour› now', 'See the har¦bour now']) {
    const state = stateOf(marked)
    const found = linkAtSelection(state)
    const { state: after } = insertLink(state, { ...found, address: '/article/harbour' })
    expect(markedText(after)).toMatch(/^See (the )?\[(the )?harbour\]\(\/article\/harbour\)¦ now$/)
  }
})

test('the link at the cursor is found, changed and removed', () => {
  const state = stateOf('See [the *har¦bour*](</a b> "Title") now')
  const found = linkAtSelection(state)
  expect(found).toMatchObject({ text: 'the *harbour*', address: '/a b' })
  expect(insertLink(state, { ...found, address: '/c' }).newDoc.toString()).toBe('See [the *harbour*](/c) now')
  expect(removeLink(state, found).newDoc.toString()).toBe('See the *harbour* now')
})

test.each([
  ['a] [b', 'https://example.org/a_(b)'],
  ['', 'https://example.org/ä ö?q=[x]'],
  ['a\\', '/a\\b'],
  ['a', '/a<b>c\nd'],
  ['a', '/(((('],
  ['__proto__', '/__proto__'],
])('a link with the text %j and the address %j is one link', (text, address) => {
  expect(renderMarkdown(linkMarkdown(text, address)).match(/<a href="[^"]+"/g)).toHaveLength(1)
})

test.each([
  ['example.org', 'https://example.org'],
  ['example.org/a', 'https://example.org/a'],
  ['a@example.org', 'mailto:a@example.org'],
  ['/article/a', '/article/a'],
  ['#place', '#place'],
  ['HTTP://example.org', 'HTTP://example.org'],
])('the address %s means %s', (typed, address) => {
  expect(completeAddress(typed)).toBe(address)
  expect(isAllowedAddress(address)).toBe(true)
})

test.each(['javascript:alert(1)', 'data:text/html,a', 'file:///etc', ''])(
  'the address %j is refused',
  (address) => {
    expect(isAllowedAddress(completeAddress(address))).toBe(false)
  },
)
