import { parseHTML } from 'linkedom'
import { expect, test } from 'vitest'
import { runCommand } from '#app/admin/editor/testing/run-command.ts'
import { isAllowedAddress } from '#app/admin/editor/text/link.ts'
import { formatCommands } from '#app/admin/editor/toolbar/format-commands.ts'
import { contentAsMarkdown } from '#app/admin/newsletter/content/written-content.client.ts'
import { KEPT_PICTURE } from '#core/newsletter/kept-html.ts'
import { renderContent } from '#core/newsletter/markdown-content.ts'
import { sanitiseHtml } from '#server/features/newsletter/render/sanitise-html.ts'

const asMarkdown = (html: string) =>
  contentAsMarkdown(
    html,
    (part) => parseHTML(`<!doctype html><html><body>${part}</body></html>`).document as unknown as Document,
  )

/** A story as the items are rendered (derive-content.ts). */
const STORY =
  '<p data-section="tech"><a href="https://a.example/article/one" lang="en"><img src="/images/jpeg/lead/a.jpg?v=1" alt="A" width="528" height="297"></a>Technology</p>'
const FACTS = '<p><small>Ada · 22 November 2026</small></p>'

test('the content of items opens as Markdown, in which the names of sections stay HTML', () => {
  const html = `<p>Good morning,<br />readers.</p>
<h2>Top stories</h2>
${STORY}
<h3><a href="https://a.example/article/one">One &amp; two</a></h3>
<p>A summary.</p>
${FACTS}
<ul><li data-part="tech"><a href="https://a.example/two">Two</a></li></ul>`
  expect(asMarkdown(html)).toBe(
    [
      'Good morning,\\\nreaders.',
      '## Top stories',
      STORY,
      '### [One & two](https://a.example/article/one)',
      'A summary.',
      FACTS,
      '<ul><li data-part="tech"><a href="https://a.example/two">Two</a></li></ul>',
    ].join('\n\n'),
  )
})

test.each([
  ['<p style="color:red">One</p>'],
  ['<p>One</p><section><p>Two</p></section>'],
  ['One'],
  ['<p>One</p><!-- a comment -->'],
  ['<center>One</center>'],
  ['<table width="600"><tr><td><p>One</p></td></tr></table>'],
])('%s opens as source', (html) => {
  expect(asMarkdown(html)).toBeNull()
})

const WRITTEN = `# Title

A **bold**, *italic* ~~wrong~~ \`word\` with a [link](https://a.example/?x=1&y=2 "title"), https://b.example and a@b.example.
The same paragraph\\
and a line.

- one

- two
  - deeper

3. three
4. four

> quote
>
> > deeper

\`\`\`ts
  const a = 1 < 2

const b = 2
\`\`\`

![A chart](/images/a.png "Caption | Ada")

---

CO<sub>2</sub> and <small>small</small>

- [x] done

[^1]: A note.

[x]: https://a.example

<p data-section="tech">Technology</p>`

test('what is written in Markdown keeps its words in mails, and opens as Markdown again', () => {
  const html = renderContent(WRITTEN)
  const sent = sanitiseHtml(html)
  expect(html).toContain('<pre>\n  const a = 1 &lt; 2\n\nconst b = 2</pre>')
  for (const words of ['[x] done', '[^1]: A note.', '[x]: https://a.example', 'Caption · Ada'])
    expect(sent.replace(/<[^>]*>/g, '')).toContain(words)
  const again = asMarkdown(html)
  expect(again).toContain(
    '## Title\n\nA **bold**, *italic* ~~wrong~~ `word` with a [link](https://a.example/?x=1&y=2)',
  )
  expect(again).toContain('- one\n- two\n  - deeper\n\n3. three')
  const andAgain = renderContent(String(again))
  expect(sanitiseHtml(andAgain).replace(/\s+/g, ' ')).toBe(sent.replace(/\s+/g, ' '))
  expect(asMarkdown(andAgain)).toBe(again)
})

test('the toolbar offers what mails keep, and leaves out what they do not', () => {
  const isKept = (markdown: string) => {
    const html = renderContent(markdown).replace(/<pre>\n/g, '<pre>')
    return sanitiseHtml(html) === html.replace(/<(br|hr|img)([^>]*)>/g, '<$1$2 />') && !/\[ \]/.test(html)
  }
  const of = ({ inline, blocks, headings }: ReturnType<typeof formatCommands>) =>
    new Map([...inline, ...blocks, ...headings].map(({ label, run }) => [label, runCommand(run, '‹word›')]))
  const offered = of(formatCommands('mail'))
  expect(offered.size).toBeGreaterThan(10)
  for (const [label, marked] of offered) expect([label, isKept(unmarked(marked))]).toEqual([label, true])
  const others = [...of(formatCommands())].filter(([label]) => !offered.has(label))
  expect(others.length).toBeGreaterThan(0)
  for (const [label, marked] of others) expect([label, isKept(unmarked(marked))]).toEqual([label, false])
})

const unmarked = (marked: string | null) => String(marked).replace(/[¦‹›]/g, '')

test.each([
  'https://a.example/x',
  'mailto:a@b.example',
  '/tech',
  '//a.example/',
  '/\\a.example',
  'http://a.example/x',
  'irc://a.example/x',
  'javascript:x()',
  '#below',
  'below',
])('the dialogs accept the address %s if mails keep it', (address) => {
  expect(isAllowedAddress(address, 'mail')).toBe(sanitiseHtml(`<a href="${address}">x</a>`) !== 'x')
  expect(KEPT_PICTURE.test(address)).toBe(sanitiseHtml(`<img src="${address}">`) !== '')
})
