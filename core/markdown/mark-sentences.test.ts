import { expect, test } from 'vitest'
import { markSentences } from '#core/markdown/mark-sentences.ts'

const mark = (text: string) => ({ text, id: 's', shows: 'p', label: 'R&D', sign: '1, 2' })
const BUTTON =
  '\u2060<button type="button" id="s" class="rests-on" popovertarget="p" aria-label="R&amp;D">1, 2</button>'
/** The marked HTML with short names for the labels and the buttons. */
const marked = (html: string, ...texts: string[]) =>
  markSentences(html, texts.map(mark)).replaceAll('<label for="s">', '<label>').replaceAll(BUTTON, '<b/>')

test.each([
  [
    '<p>It rains. It pours.</p>',
    ['It rains.', 'It pours.'],
    '<p><label>It rains.</label><b/> <label>It pours.</label><b/></p>',
  ],
  [
    '<p>He <em>says</em> so.</p>',
    ['He says so.'],
    '<p><label>He </label><em><label>says</label></em><label> so.</label><b/></p>',
  ],
  [
    '<p>See <a href="/a">the <em>port</em></a></p>',
    ['See the port'],
    '<p><label>See </label><a href="/a">the <em>port</em></a><b/></p>',
  ],
  [
    '<p>R&amp;D &lt; all.</p>',
    ['R&D < all.'],
    '<p><label>R</label><label>&amp;</label><label>D </label><label>&lt;</label><label> all.</label><b/></p>',
  ],
  ['<p>One\ntwo.</p>', ['One two.'], '<p><label>One\ntwo.</label><b/></p>'],
  [
    '<p>Use <code>a</code> now.</p>',
    ['Use \uFFFC now.'],
    '<p><label>Use </label><code>a</code><label> now.</label><b/></p>',
  ],
  [
    '<p>Same.</p><p>Same.</p>',
    ['Same.', 'Same.'],
    '<p><label>Same.</label><b/></p><p><label>Same.</label><b/></p>',
  ],
  [
    '<p>First.</p><ul><li>Third.</li></ul>',
    ['First.', 'Second.', 'Third.'],
    '<p><label>First.</label><b/></p><ul><li><label>Third.</label><b/></li></ul>',
  ],
  ['<p title="It rains.">No</p>', ['It rains.', ''], '<p title="It rains.">No</p>'],
])('%s', (html, texts, expected) => {
  expect(marked(html, ...texts)).toBe(expected)
})

test('a sentence does not reach into another block', () => {
  expect(marked('<p>It</p><p>rains.</p>', 'It rains.')).toBe('<p>It</p><p>rains.</p>')
})

test('sentences that a long text does not have are given up', () => {
  const html = `<p>${'a b c. '.repeat(20_000)}</p>`
  const missing = Array.from({ length: 5000 }, (_, index) => `Missing ${index}.`)
  expect(marked(html, ...missing, 'a b c.')).toBe(html)
})
