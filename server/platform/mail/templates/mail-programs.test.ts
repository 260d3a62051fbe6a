import { caniemail } from 'caniemail'
import { expect, test } from 'vitest'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { confirmationMail } from '#server/features/newsletter/mails/confirmation-mail.tsx'
import { renderEdition } from '#server/features/newsletter/render/render-edition.ts'
import {
  anArticleVersion,
  anEdition,
  anIssue,
  anItem,
  aSite,
} from '#server/features/newsletter/testing/issue-fixtures.ts'
import { writeMailsOf } from '#server/platform/mail/render-mail.ts'

/** Features that some version of Gmail, Outlook or Apple Mail does not support, according to caniemail.com, and why mails use them. */
const ACCEPTED: Record<string, string> = {
  'color-scheme CSS property': 'Where it is unknown, the program decides on dark colours itself.',
  'color-scheme meta tag': 'As above.',
  '@media': 'Dark colours and small margins; without them the mail is light, and has wider margins.',
  '<style> element': 'It has only what is in @media.',
  '<body> element': 'It becomes a div; the table inside has the same background.',
  'text-wrap': 'A headline is balanced where that is known.',
  'display:none': 'The preheader has a line of one pixel then, and mso-hide for Outlook.',
  'max-height property': 'One of three ways in which the preheader is hidden.',
  overflow: 'As above; and without it the text of a story flows around its picture.',
  'table-layout': 'Where it is unknown, a long word may widen the table.',
  'word-break': 'As above.',
  'border-radius': 'Corners are square then.',
  'system-ui, ui-serif, ui-sans-serif, ui-rounded, ui-monospace': 'The next font of the list is taken.',
  'white-space': 'Long lines of preformatted text are not wrapped then.',
  'Class selector': 'Only in these sheets.',
  'Attribute selector': 'Only where Outlook says that it has made a mail dark.',
  'Descendant combinator': 'As above.',
  float: 'Outlook has the attribute `align`; elsewhere the picture stands above the headline.',
  clear: 'A picture may reach beside the next story then; few texts are that short.',
  'letter-spacing': 'The letters stand closer then.',
  'text-transform': 'The name of a section is in small letters then.',
  'aria-hidden attribute': 'A square is read before the name of a section.',
  'role attribute': 'Windows Mail, which is not maintained any more, reads layout tables as tables.',
}

const HARBOUR = { hero_image: '/demo/harbour.webp' }
const content =
  '<h2>H</h2><h3>H</h3><h4>H</h4><p><a href="/x">a</a> <strong>b</strong> <em>i</em> <s>s</s> <sub>2</sub><sup>2</sup> <code>c</code> <small>s</small><br>x</p>' +
  '<ul><li>1</li></ul><ol start="2"><li>2</li></ol><blockquote><p>q</p></blockquote><pre>p</pre><hr><img src="/a.png" alt="A"><div>d</div>'
const site = aSite({ postal_address: 'AI Watch\nSeestrasse 1' })
const derived = anIssue({
  editions: LANGUAGE_CODES.map((language) => anEdition(language)),
  items: [anItem('top', [anArticleVersion(HARBOUR)]), anItem('market', [anArticleVersion(HARBOUR)])],
  issue: { counts_clicks: true, shows_pictures: true },
})
const around = {
  pictures: new Map([[HARBOUR.hero_image, { imagePath: 'demo/harbour.webp', version: 'abc', alts: {} }]]),
  also: Array.from({ length: 7 }, () => anArticleVersion({ category: 'tech' })),
}
const edited = anIssue({ editions: [anEdition('en', { content })] })

/** The features of a mail that Gmail, Outlook or Apple Mail do not support, without those accepted above. */
function unsupportedIn(html: string): string[] {
  const { issues } = caniemail({ clients: ['gmail.*', 'outlook.*', 'apple-mail.*'], html })
  const titles = new Set([...issues.errors.values()].flat().map(({ title }) => title))
  return [...titles].filter((title) => !Object.hasOwn(ACCEPTED, title))
}

test.each(LANGUAGE_CODES)('Gmail, Outlook and Apple Mail show a newsletter in "%s"', async (language) => {
  const { html } = await renderEdition({ ...derived, ...around }, language, site)
  expect(html.match(/<img /g)).toHaveLength(3)
  expect(html).toContain(`lang="${language}"`)
  expect(unsupportedIn(html)).toEqual([])
})

test.each([
  ['a newsletter with every element', async () => (await renderEdition(edited, 'en', site)).html],
  [
    'a mail of the site',
    async () => {
      const { siteUrl } = site
      return (await writeMailsOf(site, () => confirmationMail({ language: 'en', siteUrl, token: 'x' }))).html
    },
  ],
])('Gmail, Outlook and Apple Mail show %s', async (_name, render) => {
  expect(unsupportedIn(await render())).toEqual([])
})

test.each([
  ['<div style="display: flex">x</div>', 'display:flex'],
  ['<div style="position: absolute">x</div>', 'position'],
  ['<form action="/"><input type="email"></form>', '<form> element'],
])('a newsletter with %s would be found', async (added, title) => {
  const { html } = await renderEdition({ ...derived, ...around }, 'de', site)
  expect(unsupportedIn(html.replace('</body>', `${added}</body>`))).toContain(title)
})

test('nothing is accepted that no mail has', async () => {
  const { issues } = caniemail({
    clients: ['gmail.*', 'outlook.*', 'apple-mail.*'],
    html:
      (await renderEdition(edited, 'en', site)).html +
      (await renderEdition({ ...derived, ...around }, 'en', site)).html,
  })
  const titles = [...issues.errors.values(), ...issues.warnings.values()].flat().map(({ title }) => title)
  expect(Object.keys(ACCEPTED).filter((title) => !titles.includes(title))).toEqual([])
})
