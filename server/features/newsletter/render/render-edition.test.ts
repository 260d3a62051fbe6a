import { describe, expect, test } from 'vitest'
import { MESSAGE_MAX_BYTES, SECTIONS } from '#core/domain/newsletter-issue.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { paletteOf, readable } from '#core/look/palette.ts'
import { personaliseMessage } from '#server/features/newsletter/render/personalise-message.ts'
import { renderEdition } from '#server/features/newsletter/render/render-edition.ts'
import { createSubscriberLinks } from '#server/features/newsletter/subscriptions/subscriber-links.ts'
import {
  anArticleVersion,
  anEdition,
  anIssue,
  anItem,
  aSite,
  ISSUE_ID,
  SITE_URL,
} from '#server/features/newsletter/testing/issue-fixtures.ts'
import { readMailHtml } from '#server/platform/mail/templates/testing/read-mail-html.ts'

const site = aSite({ postal_address: 'AI Watch\nSeestrasse 1 <8002> & Zürich' })
const CLIMATE = { slug: 'tech', names: {}, descriptions: {} }
const links = createSubscriberLinks('a secret of more than thirty-two characters')
const HARBOUR = anArticleVersion()
const HAFEN = anArticleVersion({
  language: 'de',
  slug: 'hafenstadt-prueft-ihre-algorithmen',
  title: 'Hafenstadt prüft ihre Algorithmen',
})
const CHIPS = anArticleVersion({ slug: 'chips', title: 'Chips & <b>dips</b>', excerpt: 'Of chips.' })

const ISSUE = anIssue({
  editions: [
    anEdition('en'),
    anEdition('de', { subject: 'Prüfungen', preheader: 'Eine Stadt liest.', introduction: 'Guten Morgen.' }),
  ],
  items: [
    anItem('research', [CHIPS]),
    anItem(
      'top',
      [HARBOUR, HAFEN],
      [
        { language: 'en', summary: 'The town has looked inside.', origin: 'model' },
        { language: 'de', summary: 'Die Stadt hat hineingesehen.', origin: 'person' },
      ],
    ),
    anItem('next', [anArticleVersion({ slug: 'draft', title: 'A draft', published: false })]),
    { ...anItem('top', [anArticleVersion({ slug: 'left-out', title: 'Left out' })]), left_out: 'Too old.' },
  ],
})

/** The message as a subscriber gets it. */
async function messageOf(issue = ISSUE, language: 'en' | 'de' = 'en', at = site) {
  const rendered = await renderEdition(issue, language, at)
  const recipient = { subscriberId: ISSUE_ID, deliveryId: ISSUE_ID }
  const sent = personaliseMessage(rendered, recipient, { ...at, links, issueSlug: '2026-11-22' })
  return { rendered, sent, html: readMailHtml(sent.html) }
}

describe('the content of an edition without edited content', () => {
  test('has its items in sections, with links that code writes', async () => {
    const { content, links: targets } = await renderEdition(ISSUE, 'en', site)
    expect(content).toBe(
      [
        '<p>Good morning.</p>',
        '<p>This week a town looked inside.</p>',
        '<h2>Top stories</h2>',
        '<p data-section="news">News</p>',
        `<h3><a href="${SITE_URL}/article/harbour-town-audits-its-algorithms">Harbour town audits its algorithms</a></h3>`,
        '<p>The town has looked inside.</p>',
        '<p><small>Mara Lindqvist · November 18, 2026</small></p>',
        '<h2>Research</h2>',
        '<p data-section="news">News</p>',
        `<h3><a href="${SITE_URL}/article/chips">Chips &amp; &lt;b&gt;dips&lt;/b&gt;</a></h3>`,
        '<p>Of chips.</p>',
        '<p><small>Mara Lindqvist · November 18, 2026</small></p>',
      ].join('\n'),
    )
    expect(targets).toEqual([
      `${SITE_URL}/article/harbour-town-audits-its-algorithms`,
      `${SITE_URL}/article/chips`,
    ])
  })

  test('leads to articles in its language, and says which are in English', async () => {
    const { content } = await renderEdition(ISSUE, 'de', site)
    expect(content).toContain(
      `<h3><a href="${SITE_URL}/article/hafenstadt-prueft-ihre-algorithmen?lang=de">Hafenstadt prüft ihre Algorithmen</a></h3>\n<p>Die Stadt hat hineingesehen.</p>`,
    )
    expect(content).toContain(`<a href="${SITE_URL}/article/chips" hreflang="en" lang="en">Chips`)
    expect(content).toContain(
      '<p lang="en">Of chips.</p>\n<p><small>Mara Lindqvist · 18. November 2026 · auf Englisch</small></p>',
    )
  })

  test('lists corrections since the last issue, with links to the articles', async () => {
    const correction = {
      id: '1',
      article_id: HARBOUR.id,
      corrected_at: '2026-11-20T08:00:00Z',
      text: 'Not <b>five</b>, but six.',
      language: 'en' as const,
      slug: HARBOUR.slug,
      title: HARBOUR.title,
      original_article_id: null,
    }
    const { content } = await renderEdition({ ...ISSUE, corrections: [correction] }, 'en', site)
    expect(content).toContain(
      `<h2>Corrections since the last issue</h2>\n<ul><li><a href="${SITE_URL}/article/harbour-town-audits-its-algorithms">Harbour town audits its algorithms</a> (November 20, 2026): Not &lt;b&gt;five&lt;/b&gt;, but six.</li></ul>`,
    )
  })
})

test('what an editor has made of it goes through the sanitiser, with addresses of our own made absolute', async () => {
  const content =
    '<p onclick="x">Read <a href="/tech?lang=de">this</a>: href="/x"</p><img src="/a.png"><script>alert(1)</script>'
  const { rendered, sent } = await messageOf(anIssue({ editions: [anEdition('en', { content })] }))
  expect(rendered.content).toBe(
    `<p>Read <a href="${SITE_URL}/tech?lang=de">this</a>: href="/x"</p><img src="${SITE_URL}/a.png" alt="" />`,
  )
  expect(rendered.links).toEqual([`${SITE_URL}/tech?lang=de`])
  expect(sent.html).not.toContain('alert(1)')
  expect(sent.html).toMatch(
    /<img src="https:\/\/aiwatch\.example\/a\.png" alt="" width="528" style="[^"]*max-width:100%[^"]*"/,
  )
})

describe.each(LANGUAGE_CODES)('a message in %s', async (language) => {
  const rendered = await renderEdition(
    anIssue({ ...ISSUE, editions: [anEdition(language)], issue: ISSUE.issue }),
    language,
    site,
  )
  const recipient = { subscriberId: ISSUE_ID, deliveryId: ISSUE_ID }
  const sent = personaliseMessage(rendered, recipient, { ...site, links, issueSlug: '2026-11-22' })
  const { elements, all } = readMailHtml(sent.html)

  test('says its language, and has its subject as title and as the one headline', () => {
    expect(all('html')[0]?.attributes).toEqual({ lang: language, dir: 'ltr' })
    expect(all('title').map(({ text }) => text)).toEqual([rendered.subject])
    expect(all('h1').map(({ text }) => text)).toEqual([rendered.subject])
    const levels = elements.flatMap(({ name }) => /^h(\d)$/.exec(name)?.[1] ?? []).map(Number)
    expect(levels.every((level, index) => level <= (levels[index - 1] ?? 0) + 1)).toBe(true)
  })

  test('begins with a hidden preheader', () => {
    expect(all('div')[0]?.attributes.style).toContain('display:none')
    expect(all('div')[0]?.text).toMatch(/^A town reads its own algorithms\./)
  })

  test('says why its reader gets it, how to leave, and from whom it is', () => {
    const query = language === 'en' ? '' : `&lang=${language}`
    const hrefs = all('a').map(({ attributes }) => attributes.href)
    const unsubscribe = `${SITE_URL}/unsubscribe?token=${links.tokenFor('unsubscribe', ISSUE_ID)}${query}`
    const preferences = `${SITE_URL}/newsletter/preferences?token=${links.tokenFor('preferences', ISSUE_ID)}${query}`
    const web = `${SITE_URL}/newsletter/issues/2026-11-22${query.replace('&', '?')}`
    expect(hrefs.slice(-3)).toEqual([unsubscribe, preferences, web])
    expect(hrefs[0]).toBe(web)
    for (const link of [unsubscribe, preferences, web]) expect(sent.text).toContain(`<${link}>`)
    expect(sent.text).toContain('\n-- \nAI Watch\n')
    expect(sent.text).toMatch(/AI Watch\nSeestrasse 1 <8002> & Zürich\n$/)
    expect(all('body')[0]?.text).toContain('Seestrasse 1 <8002> & Zürich')
  })

  test('has a text part with the words and the addresses of the content', () => {
    for (const link of rendered.links) expect(sent.text).toContain(`<${link}>`)
    expect(sent.text).toContain('Chips & <b>dips</b>')
    expect(sent.text).not.toMatch(/&\w+;|\u034f|[\uFDD0-\uFDEF]|\{\{|\b(undefined|null)\b/)
    expect(sent.text).not.toMatch(/\p{Lu}{5,}/u)
  })

  test('loads nothing but the logo, has no form and no script, and no place is left', () => {
    const names = new Set(elements.map(({ name }) => name))
    for (const name of 'html head meta title style body div table tbody tr td h1 h2 h3 p a span img small hr br'.split(
      ' ',
    ))
      names.delete(name)
    expect([...names]).toEqual([])
    expect(all('img').map(({ attributes }) => attributes.src)).toEqual([`${SITE_URL}/mail-logo.png`])
    expect(sent.html).not.toMatch(/[\uFDD0-\uFDEF]|url\(|@import/)
  })

  test('is as large as it says', () => {
    expect(rendered.bytes).toBeLessThan(MESSAGE_MAX_BYTES)
    expect(Math.abs(rendered.bytes - Buffer.byteLength(sent.html))).toBeLessThan(40)
  })

  test('is the same when it is rendered again', async () => {
    const again = await renderEdition(
      anIssue({ ...ISSUE, editions: [anEdition(language)], issue: ISSUE.issue }),
      language,
      site,
    )
    expect(again).toEqual(rendered)
  })
})

test('nothing that is written anywhere in an issue becomes a place, a header or HTML', async () => {
  const hostile = `\uFDD0unsubscribe\uFDD1 "><script>alert(1)</script>\r\nBcc: x@example.org \u2028 $& {{site}}`
  const issue = anIssue({
    editions: [anEdition('en', { subject: hostile, preheader: hostile, introduction: hostile })],
    items: [
      anItem(
        'top',
        [anArticleVersion({ title: hostile, author: hostile, excerpt: hostile })],
        [{ language: 'en', summary: hostile, origin: 'model' }],
      ),
    ],
  })
  const { rendered, sent, html } = await messageOf(issue, 'en', aSite({ postal_address: 'A\n$& <b>' }))
  const token = links.tokenFor('unsubscribe', ISSUE_ID)
  expect(rendered.subject).not.toMatch(/[\r\n\u2028\uFDD0]/)
  expect(html.elements.map(({ name }) => name)).not.toContain('script')
  expect(html.elements.map(({ name }) => name)).not.toContain('b')
  // In the footer alone.
  expect(sent.html.split(token)).toHaveLength(2)
  expect(sent.text.split(token)).toHaveLength(2)
})

test('a subject is one line, which does not break before a French colon', async () => {
  const edition = anEdition('fr', { subject: 'Le Monde\n Vert\u00a0: Éloge' })
  const { subject } = await renderEdition(anIssue({ editions: [edition] }), 'fr', site)
  expect(subject).toBe('Le Monde Vert\u00a0: Éloge')
})

describe('the stories of an issue', () => {
  const harbour = { hero_image: '/demo/harbour.webp' }
  const items = [
    anItem('top', [anArticleVersion({ ...harbour, category: 'tech' })]),
    anItem('market', [
      anArticleVersion({ ...harbour, slug: 'market', title: 'Market', category: 'business' }),
    ]),
    anItem('market', [anArticleVersion({ hero_image: 'https://elsewhere.example/a.png', slug: 'x' })]),
  ]
  const harbourPicture = { imagePath: 'demo/harbour.webp', version: 'abc', alts: { en: 'A quay' } }
  const pictures = new Map([[harbour.hero_image, harbourPicture]])
  const also = Array.from({ length: 8 }, (_, index) =>
    anArticleVersion({
      slug: `also-${index}`,
      title: `Also ${index}`,
      category: index < 6 ? 'tech' : 'hack',
    }),
  )
  const issueWith = (showsPictures: boolean, languages: ('en' | 'de')[] = ['en']) =>
    anIssue({
      editions: languages.map((language) => anEdition(language)),
      items,
      issue: { shows_pictures: showsPictures },
    })
  const render = (showsPictures: boolean, more = {}, language: 'en' | 'de' = 'en') =>
    renderEdition({ ...issueWith(showsPictures, ['en', 'de']), pictures, also, ...more }, language, site)
  const imagesOf = (html: string) => readMailHtml(html).all('img').slice(1)

  test('show the picture of the first, and of the others where the editor wants them, in fixed sizes', async () => {
    const [first, ...others] = imagesOf((await render(false)).html)
    expect(others).toEqual([])
    expect(first?.attributes).toMatchObject({
      src: `${SITE_URL}/images/jpeg/lead/demo/harbour.webp.jpg?v=abc`,
      alt: 'A quay',
      width: '528',
      height: '297',
    })
    const [, small, ...none] = imagesOf((await render(true)).html)
    expect(none).toEqual([])
    expect(small?.attributes).toMatchObject({
      src: `${SITE_URL}/images/jpeg/small/demo/harbour.webp.jpg?v=abc`,
      width: '132',
      height: '88',
      align: 'right',
    })
  })

  test('have their text in a column beside a small picture, and only there', async () => {
    const stylesOf = async (showsPictures: boolean) =>
      readMailHtml((await render(showsPictures)).html)
        .all('h3')
        .map(({ attributes }) => /overflow/.test(attributes.style ?? ''))
    expect(await stylesOf(false)).not.toContain(true)
    const [lead, beside] = await stylesOf(true)
    expect([lead, beside]).toEqual([false, true])
  })

  test('say in words what a picture shows, in its language, else by the title', async () => {
    const [first] = imagesOf((await render(false, {}, 'de')).html)
    expect(first?.attributes.alt).toBe('A quay')
    const silent = new Map([[harbour.hero_image, { ...harbourPicture, alts: {} }]])
    const [unsaid] = imagesOf((await render(false, { pictures: silent })).html)
    expect(unsaid?.attributes.alt).toBe('Harbour town audits its algorithms')
  })

  test('have the same text part with and without pictures', async () => {
    const [without, { text }] = [await render(false), await render(true)]
    expect(text).toBe(without.text)
    expect(text).not.toMatch(/images\/jpeg|TECHNOLOGY|A quay|■/)
  })

  test('name their section in its colour, in both themes', async () => {
    const { html } = await render(false)
    expect(html).toMatch(/<p data-section="tech"[^>]*class="s-tech line"[^>]*color:#08734a"/)
    expect(html).toContain('.s-tech { color: #55cb94 !important; }')
    expect(html).toContain('[data-ogsc] .s-tech { color: #55cb94 !important; }')
    const own = { ...site, settings: { ...site.settings, categories: [{ ...CLIMATE, color: '#ffee00' }] } }
    const climate = anIssue({ items: [anItem('top', [anArticleVersion({ category: 'tech' })])] })
    const { html: yellow } = await renderEdition(climate, 'en', own)
    expect(yellow).toContain(`color:${readable('#ffee00', 'light')}"`)
    expect(yellow).toContain(`.s-tech { color: ${readable('#ffee00', 'dark')} !important; }`)
  })

  test('are followed by what else was published, and links to the sections of the rest', async () => {
    const { content, text, links: targets } = await render(false)
    expect(content).toContain('<h2>Also published</h2>\n<ul><li data-part="tech">')
    expect(content.match(/<li /g)).toHaveLength(5)
    expect(content).toMatch(
      new RegExp(
        `<p data-part="\\*">and 3 more in <a href="${SITE_URL}/tech">Technology</a> · <a href="${SITE_URL}/hack">Hack</a></p>$`,
      ),
    )
    expect(targets).toContain(`${SITE_URL}/article/also-4`)
    expect(targets).not.toContain(`${SITE_URL}/article/also-5`)
    expect(text.replace(/\uFDD0in [^\uFDD2]*\uFDD2|\uFDD1/g, '')).toContain(
      `Also published\n\n * Also 0 <${SITE_URL}/article/also-0>`,
    )
    const empty = await renderEdition({ ...anIssue(), also }, 'en', site)
    expect(empty.content).not.toContain('Also published')
  })

  test('fit into a message that Gmail shows as a whole, twenty-three of them with long texts', async () => {
    const text = 'A town has looked inside its algorithms & found “more” than it had asked for. '
    const many = Array.from({ length: 23 }, (_, index) => {
      const article = anArticleVersion({
        ...harbour,
        slug: `a-story-with-a-rather-long-address-in-the-week-${index}`,
        title: `${text.slice(0, 70)} ${index}`,
      })
      const section = SECTIONS[index % SECTIONS.length] ?? 'top'
      return anItem(section, [article], [{ language: 'en', summary: text.repeat(8), origin: 'model' }])
    })
    const issue = anIssue({ items: many, issue: { shows_pictures: true, counts_clicks: true } })
    const { html, bytes } = await renderEdition({ ...issue, pictures, also }, 'en', site)
    expect(imagesOf(html)).toHaveLength(23)
    expect(bytes).toBeLessThan(MESSAGE_MAX_BYTES)
  })

  test('and all of the mail have the accent and the logo of the publication', async () => {
    const logo = { light: 'look/0.svg', dark: null, width: 120, height: 40, named: false }
    const { html } = await renderEdition(issueWith(false), 'en', aSite({ accent: '#ffee00', logo }))
    const [image] = readMailHtml(html).all('img')
    expect(image?.attributes).toMatchObject({
      src: `${SITE_URL}/look/0.svg.png`,
      alt: 'AI Watch',
      width: '128',
      height: '48',
    })
    expect(html).toContain(`border-top:4px solid ${paletteOf('#ffee00').light.mark}`)
    expect(html).toContain(`.bar { border-top-color: ${paletteOf('#ffee00').dark.mark} !important; }`)
    const named = await renderEdition(issueWith(false), 'en', aSite({ site_name: 'Le Monde Vert' }))
    expect(readMailHtml(named.html).all('img')).toEqual([])
  })
})

describe('clicks', () => {
  const counted = { ...ISSUE, issue: { ...ISSUE.issue, counts_clicks: true } }

  test('are not counted by default', async () => {
    const { sent } = await messageOf()
    expect(sent.html).not.toContain('/newsletter/go')
  })

  test('are counted through signed addresses, the same for every recipient, in the HTML part alone', async () => {
    const { rendered, sent, html } = await messageOf(counted)
    const through = html
      .all('a')
      .flatMap(({ attributes: { href = '' } }) => (href.includes('/newsletter/go') ? new URL(href) : []))
    expect(through.map((url) => site.clickLinks.read(url.searchParams))).toEqual([
      { issueId: ISSUE_ID, link: 1, target: '/article/harbour-town-audits-its-algorithms' },
      { issueId: ISSUE_ID, link: 2, target: '/article/chips' },
    ])
    expect(rendered.html).toContain(through[0]?.search.replaceAll('&', '&amp;'))
    expect(sent.text).not.toContain('/newsletter/go')
    expect(rendered.content).not.toContain('/newsletter/go')
    expect(rendered.links).toHaveLength(2)
  })
})

test('neither subject nor preheader turns the text beside it, nor does the name of the site bring a place', async () => {
  const turned = 'The \u202Eweek\u202C in \u2067AI\u2069'
  const { subject, preheader, html } = await renderEdition(
    anIssue({ editions: [anEdition('en', { subject: turned, preheader: turned })] }),
    'en',
    aSite({ site_name: 'AI\uFDD0unsubscribe\uFDD1' }),
  )
  expect([subject, preheader]).toEqual(['The week in AI', 'The week in AI'])
  expect(html.match(/\uFDD0unsubscribe\uFDD1/g)).toHaveLength(1)
})

test('an edition that is not there is an error', async () => {
  await expect(renderEdition(ISSUE, 'it', site)).rejects.toThrow('has no edition')
})
