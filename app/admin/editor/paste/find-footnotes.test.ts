import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { pasteMarkdown } from '#app/admin/editor/paste/paste-and-drop.ts'
import { readPasted } from '#app/admin/editor/paste/read-pasted.ts'
import { writePasted } from '#app/admin/editor/paste/write-pasted.ts'
import { markedText, stateOf } from '#app/admin/editor/testing/run-command.ts'
import { renderMarkdown } from '#core/markdown/render-markdown.ts'

function convert(html: string, article = ''): string {
  const { document } = parseHTML(`<!doctype html><html><body>${html}</body></html>`)
  const { text, footnotes } = writePasted(readPasted(document) ?? [], article)
  return [text, footnotes].filter(Boolean).join('\n\n')
}

/** The form in which Word 365 writes it to the clipboard, shortened. */
const WORD = `<p class=MsoNormal>The tide turned at noon.<a style='mso-footnote-id:ftn1' href="#_ftn1" name="_ftnref1" title=""><span
class=MsoFootnoteReference><span style='mso-special-character:footnote'><![if !supportFootnotes]><span
class=MsoFootnoteReference><span style='font-size:11.0pt'>[1]</span></span><![endif]></span></span></a> Boats <b>waited</b>.<a
style='mso-endnote-id:edn1' href="#_edn1" name="_ednref1"><span class=MsoEndnoteReference>[i]</span></a><o:p></o:p></p>
<div style='mso-element:footnote-list'><![if !supportFootnotes]><br clear=all><hr align=left size=1 width="33%"><![endif]>
<div style='mso-element:footnote' id=ftn1>
<p class=MsoFootnoteText><a style='mso-footnote-id:ftn1' href="#_ftnref1" name="_ftn1"><span class=MsoFootnoteReference>[1]</span></a><span
lang=EN-GB> Harbour log, <i>page</i> 12.<o:p></o:p></span></p>
<p class=MsoFootnoteText>Read in <b>May</b>.<o:p></o:p></p>
</div></div>
<div style='mso-element:endnote-list'><br clear=all><hr align=left size=1 width="33%">
<div style='mso-element:endnote' id=edn1>
<p class=MsoEndnoteText><a style='mso-endnote-id:edn1' href="#_ednref1" name="_edn1"><span class=MsoEndnoteReference>[i]</span></a> As told by the pilot.</p>
</div></div>`

test('footnotes and endnotes from Word become footnotes', () => {
  expect(convert(WORD)).toBe(
    [
      'The tide turned at noon.[^1] Boats **waited**.[^2]',
      '[^1]: Harbour log, *page* 12.',
      '    Read in **May**.',
      '[^2]: As told by the pilot.',
    ].join('\n\n'),
  )
})

test('labels that the article has already are not used again', () => {
  const markdown = convert(WORD, 'A claim[^1] and another[^3].\n\n[^1]: One\n\n[^3]: Two')
  expect(markdown).toContain('noon.[^2] Boats **waited**.[^4]')
  expect(markdown).toContain('\n\n[^4]: As told')
})

/** Browsers copy a part of a page like this: addresses are absolute. */
const page = 'https://example.org/wiki/Tide'
const PAGES: [what: string, html: string, markdown: string][] = [
  [
    'an encyclopedia, with two references to one footnote',
    `<p>High<sup id="cite_ref-log_1-0" class="reference"><a href="${page}#cite_note-log-1"><span class="cite-bracket">[</span>1<span class="cite-bracket">]</span></a></sup>
    and low.<sup id="cite_ref-log_1-1" class="reference"><a href="${page}#cite_note-log-1">[1]</a></sup></p>
    <ol class="references"><li id="cite_note-log-1"><span class="mw-cite-backlink">^ <a href="${page}#cite_ref-log_1-0"><sup><i><b>a</b></i></sup></a>
    <a href="${page}#cite_ref-log_1-1"><sup><i><b>b</b></i></sup></a></span> <span class="reference-text"><a href="https://example.org/log">The log</a></span></li></ol>`,
    'High[^1] and low.[^1]\n\n[^1]: [The log](https://example.org/log)',
  ],
  [
    'rendered GFM',
    `<p>High<sup><a href="#user-content-fn-a" id="user-content-fnref-a" data-footnote-ref aria-describedby="footnote-label">1</a></sup></p>
    <section data-footnotes class="footnotes"><h2 id="footnote-label" class="sr-only">Footnotes</h2><ol>
    <li id="user-content-fn-a"><p>The log</p><ul><li>page 1</li><li>page 2</li></ul><p>and more <a href="#user-content-fnref-a" data-footnote-backref aria-label="Back to reference 1">↩</a></p></li></ol></section>`,
    'High[^1]\n\n[^1]: The log\n\n    - page 1\n    - page 2\n\n    and more',
  ],
  [
    'a published document',
    `<p><span>High</span><sup><a href="#ftnt1" id="ftnt_ref1">[1]</a></sup> <sup><a href="#ftnt2" id="ftnt_ref2">[2]</a></sup></p><hr>
    <div><p><a href="#ftnt_ref1" id="ftnt1">[1]</a><span>&nbsp;The log</span></p></div><div><p><a href="#ftnt_ref2" id="ftnt2">[2]</a><span>&nbsp;The pilot</span></p></div>`,
    'High[^1] [^2]\n\n---\n\n[^1]: The log\n\n[^2]: The pilot',
  ],
  [
    'footnotes in footnotes',
    `<p>A<a href="#n1" id="r1">1</a></p><p id="n1"><a href="#r1">1</a> One<a href="#n2" id="r2">2</a></p><p id="n2"><a href="#r2">2</a> Two</p>`,
    'A[^1]\n\n[^1]: One[^2]\n\n[^2]: Two',
  ],
]

test.each(PAGES)('footnotes of %s become footnotes', (_what, html, markdown) => {
  expect(convert(html)).toBe(markdown)
})

test('our own pages are pasted as they were written', () => {
  const markdown = 'High[^1] and **low**.[^1]\n\n[^1]: The log.\n\n    Read in May.'
  const html = renderMarkdown(markdown, { footnotes: 'Footnotes', backToReference: 'Back to reference' })
  expect(convert(html)).toBe(markdown)
})

const OTHERS: [what: string, html: string][] = [
  ['a reference whose text was not copied', '<p>A <b>b</b><a href="#n1" id="r1">[1]</a></p>'],
  [
    'a table of contents with links back to it',
    '<ul><li><a href="#s1" id="t1">1</a></li></ul><h2 id="s1">One <a href="#t1">top</a></h2><p>Text</p>',
  ],
  ['a footnote without a text', '<p>A <a href="#n1" id="r1">1</a></p><p id="n1"><a href="#r1">1</a></p>'],
  ['links to themselves', '<p id="x">A <a href="#x">1</a> <a href="#x">1</a></p>'],
  ['attributes that say so', '<p data-footnote="__proto__">A <sup data-footnote="]: x">1</sup> <b>b</b></p>'],
]

test.each(OTHERS)('%s is no footnote', (_what, html) => {
  expect(convert(html)).not.toContain('[^')
})

test('very many footnotes take no more time than very many elements', () => {
  const html = Array.from(
    { length: 4_000 },
    (_, n) => `<a href="#n${n}" id="r${n}">${n}</a><li id="n${n}"><a href="#r${n}">^</a> b</li>`,
  ).join('')
  expect(convert(html).match(/^\[\^\d+\]: b$/gm)).toHaveLength(1_000)
})

test.each([
  ['', '¦', 'A[^1]\n\n[^1]: b¦'],
  ['into a text', 'One ¦ two.', 'One A[^1]¦ two.\n\n[^1]: b\n'],
  ['over words of a text', 'One ‹or› two.\n', 'One A[^1]¦ two.\n\n[^1]: b\n'],
  ['before a footnote', '¦\n\n[^2]: Two\n\n', 'A[^1]¦\n\n[^2]: Two\n\n[^1]: b\n'],
  ['at the end of a text', 'One\n\n¦\n', 'One\n\nA[^1]\n\n[^1]: b¦\n'],
])('footnotes that are pasted %s come last in the article', (_where, before, after) => {
  const state = stateOf(before)
  const { state: pasted } = state.update(...pasteMarkdown(state, { text: 'A[^1]', footnotes: '[^1]: b' }))
  expect(markedText(pasted)).toBe(after)
})
