import { describe, expect, test } from 'vitest'
import { isEmptyFor, personaliseMessage } from '#server/features/newsletter/render/personalise-message.ts'
import { renderEdition } from '#server/features/newsletter/render/render-edition.ts'
import { createSubscriberLinks } from '#server/features/newsletter/subscriptions/subscriber-links.ts'
import {
  anArticleVersion,
  anEdition,
  anIssue,
  anItem,
  aSite,
  ISSUE_ID,
} from '#server/features/newsletter/testing/issue-fixtures.ts'

const site = aSite()
const links = createSubscriberLinks('a secret of more than thirty-two characters')
const story = (category: string, title: string) =>
  anArticleVersion({
    category,
    title,
    slug: title.toLowerCase().replaceAll(' ', '-'),
    excerpt: `Of ${title}.`,
  })
const also = (category: string, title: string) => ({ ...story(category, title), language: 'en' as const })

const ISSUE = {
  ...anIssue({
    editions: [anEdition('en', { introduction: 'Top stories of this week.' })],
    items: [
      anItem('top', [story('tech', 'Chips')]),
      anItem('top', [story('business', 'Banks')]),
      anItem('research', [story('tech', 'Proofs')]),
      anItem('opinion', [story('opinion', 'A view')]),
    ],
  }),
  corrections: [
    {
      id: '1',
      article_id: ISSUE_ID,
      corrected_at: '2026-11-20T08:00:00Z',
      text: 'Not five, but six.',
      language: 'en' as const,
      slug: 'figures',
      title: 'Figures',
      original_article_id: null,
    },
  ],
  also: ['tech', 'hack', 'hack', 'tech', 'tech', 'tech'].map((category, index) =>
    also(category, `Also ${index}`),
  ),
}

async function editionsOf(issue: Parameters<typeof renderEdition>[0]) {
  const message = await renderEdition(issue, 'en', site)
  return {
    message,
    /** Returns what a reader of these sections gets; null: the whole issue. */
    for: (sections: string[] | null) =>
      personaliseMessage(
        message,
        { subscriberId: ISSUE_ID, deliveryId: ISSUE_ID, sections },
        { ...site, links, issueSlug: '2026-11-22' },
      ),
  }
}

const TITLES = ['Chips', 'Banks', 'Proofs', 'A view', 'Figures', ...[0, 1, 2, 3, 4].map((n) => `Also ${n}`)]
const HEADINGS = ['Top stories', 'Research', 'Opinion', 'Corrections since the last issue', 'Also published']
const titlesIn = (text: string) =>
  TITLES.filter((title) => new RegExp(`(^| )${title} (<|\\()`, 'm').test(text))
const headingsIn = (text: string) => HEADINGS.filter((heading) => new RegExp(`^${heading}$`, 'm').test(text))

describe('an edition of some sections', async () => {
  const edition = await editionsOf(ISSUE)

  test.each<[string[] | null, string[], string[]]>([
    [null, TITLES, HEADINGS],
    [
      ['tech'],
      ['Chips', 'Proofs', 'Figures', 'Also 0', 'Also 3', 'Also 4'],
      ['Top stories', 'Research', 'Corrections since the last issue', 'Also published'],
    ],
    [
      ['business', 'opinion'],
      ['Banks', 'A view', 'Figures'],
      ['Top stories', 'Opinion', 'Corrections since the last issue'],
    ],
    [['hack'], ['Figures', 'Also 1', 'Also 2'], ['Corrections since the last issue', 'Also published']],
  ])(
    'has the parts of %j in the order of the issue, in both parts of the mail',
    (sections, titles, headings) => {
      const { html, text } = edition.for(sections)
      expect(titlesIn(text)).toEqual(titles)
      expect(headingsIn(text)).toEqual(headings)
      const shown = html.replace(/<[^>]*>/g, '\n')
      expect(TITLES.filter((title) => shown.includes(`\n${title}\n`))).toEqual(titles)
      expect(HEADINGS.filter((heading) => shown.includes(`\n${heading}\n`))).toEqual(headings)
      expect(text).toContain('Top stories of this week.')
      expect(html).not.toContain('<ul class="ink"></ul>')
      expect(html + text).not.toMatch(/\p{Noncharacter_Code_Point}/u)
      expect(text.includes('and 1 more')).toBe(sections === null)
    },
  )

  test('consists of lines of the whole issue, and adds none', () => {
    const whole = edition.for(null).text.split('\n')
    let at = 0
    for (const line of edition.for(['tech']).text.split('\n')) {
      at = whole.indexOf(line, at) + 1
      expect(at, line).toBeGreaterThan(0)
    }
  })

  test('is empty where none of its stories and links is of these sections', () => {
    expect(isEmptyFor(edition.message, ['cooking'])).toBe(true)
    expect(isEmptyFor(edition.message, ['cooking', 'hack'])).toBe(false)
    expect(isEmptyFor(edition.message, null)).toBe(false)
  })
})

test('the whole issue is the same as if it could not be divided', async () => {
  const { message, for: editionFor } = await editionsOf(ISSUE)
  const plain = (text: string) => text.replace(/\uFDD0in [^\uFDD2]*\uFDD2([^\uFDD1]*)\uFDD1/g, '$1')
  expect(message.html).toMatch(/\uFDD0in tech\uFDD2/)
  const undivided = { ...message, html: plain(message.html), text: plain(message.text) }
  expect(undivided.html).not.toContain('\uFDD0in ')
  const recipient = { subscriberId: ISSUE_ID, deliveryId: ISSUE_ID }
  const context = { ...site, links, issueSlug: '2026-11-22' }
  expect(editionFor(null)).toEqual(personaliseMessage(undivided, recipient, context))
})

describe('what an editor has written', () => {
  const edited = (content: string) => editionsOf(anIssue({ editions: [anEdition('en', { content })] }))

  test('belongs to the story above it, until the next heading', async () => {
    const edition = await edited(
      `<p>Hello.</p><h2>One</h2><p data-section="tech">T</p><h3>Chips</h3><p>About chips.</p><ul><li>a</li></ul>
      <p data-section="opinion">O</p><h3>Views</h3><h2>Two</h2><p>For everybody.</p><h2>Three</h2><p data-section="tech">T</p>`,
    )
    const { text } = edition.for(['opinion'])
    expect(text).toMatch(/Hello\.\n\n\n?One\n\n\n?Views\n\n\n?Two\n\nFor everybody\./)
    expect(text).not.toMatch(/chips|\* a|Three/i)
  })

  test('is for everybody where it names no section, or holds stories whose end is unknown', async () => {
    const plain = await edited('<p>Only words, of <strong>everything</strong>.</p>')
    expect(isEmptyFor(plain.message, ['tech'])).toBe(false)
    expect(plain.for(['tech'])).toEqual(plain.for(null))
    const nested = await edited(
      '<blockquote><p data-section="tech">T</p><p>Chips</p><p data-section="news">N</p></blockquote><p>Words</p>',
    )
    expect(nested.for(['news']).text).toContain('Chips')
    expect(nested.for(['opinion']).text).not.toContain('Chips')
    expect(nested.for(['opinion']).text).toContain('Words')
  })

  test('is for everybody where it names a section that there is not', async () => {
    const edition = await edited(
      `<p data-section="tech">T</p><h3>Chips</h3><p data-section="sport">S</p><h3>Goals</h3><p data-part="sport">More.</p>
      <ul><li data-part="sport">Also</li></ul>`,
    )
    const { text } = edition.for(['opinion'])
    expect(text).not.toContain('Chips')
    for (const said of ['Goals', 'More.', 'Also']) expect(text).toContain(said)
    const unknown = await edited('<p data-section="sport">S</p><h3>Goals</h3>')
    expect(isEmptyFor(unknown.message, ['tech'])).toBe(false)
  })
})
