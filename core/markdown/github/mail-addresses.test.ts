import { expect, test } from 'vitest'
import { safeHtml } from '#core/markdown/safe-html.ts'

const html = (markdown: string) => safeHtml(markdown, () => {})
const link = (text: string, href = `mailto:${text}`) => `<a href="${href}">${text}</a>`

test.each([
  ['foo@bar.baz', link('foo@bar.baz')],
  ['mailto:foo@bar.baz', link('mailto:foo@bar.baz', 'mailto:foo@bar.baz')],
  ['xmpp:foo@bar.baz/txt@bin.com', link('xmpp:foo@bar.baz/txt@bin.com', 'xmpp:foo@bar.baz/txt@bin.com')],
  ['a@b.cd, (e+f@g.hi).', `${link('a@b.cd')}, (${link('e+f@g.hi')}).`],
  ['a.b-c_d@a.b a.b-c_d@a.b.', `${link('a.b-c_d@a.b')} ${link('a.b-c_d@a.b')}.`],
  ['*a@b.cd* ~~e@f.gh~~', `<em>${link('a@b.cd')}</em> <del>${link('e@f.gh')}</del>`],
  ['first_last@a.bc first\\_last@a.bc', `${link('first_last@a.bc')} ${link('first_last@a.bc')}`],
  ['[a@b.cd]', `[${link('a@b.cd')}]`],
  ['hello+xyz@mail.example', link('hello+xyz@mail.example')],
  ['mailto:a.b-c_d@a.b/', `${link('mailto:a.b-c_d@a.b', 'mailto:a.b-c_d@a.b')}/`],
  ['xmpp:foo@bar.baz/txt/bin', `${link('xmpp:foo@bar.baz/txt', 'xmpp:foo@bar.baz/txt')}/bin`],
])('%s is linked', (text, expected) => {
  expect(html(text)).toBe(`<p>${expected}</p>`)
})

test.each(['a@b a@b.c1 /a@b.cd @a.bc', 'a.b-c_d@a.b- a.b-c_d@a.b_', 'hello@mail+xyz.example'])(
  '%s holds no address',
  (text) => {
    expect(html(text)).toBe(`<p>${text}</p>`)
  },
)

test.each([
  ['`a@b.cd`', '<code>a@b.cd</code>'],
  ['[a@b.cd](/e)', link('a@b.cd', '/e')],
  ['<a@b.cd>', link('a@b.cd')],
  ['https://a@b.cd', link('https://a@b.cd', 'https://a@b.cd')],
  ['![a@b.cd](/e)', '<img src="/e" alt="a@b.cd">'],
])('an address in %s is not linked again', (markdown, expected) => {
  expect(html(markdown)).toBe(`<p>${expected}</p>`)
})

test.each<[string, string]>([
  ['mailboxes in each other', 'a@b.'.repeat(100_000)],
  ['mailboxes without a host', 'a@'.repeat(200_000)],
  ['one long mailbox', 'a.'.repeat(300_000)],
  ['one long domain', `a@${'b.1'.repeat(100_000)}`],
  ['protocols', 'mailto:xmpp:'.repeat(50_000)],
])('%s take time linear in their length', (_what, markdown) => {
  expect(html(markdown).length).toBeGreaterThan(markdown.length)
})
