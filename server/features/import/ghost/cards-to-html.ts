import type { HtmlOptions } from '#core/from-html/html-events.ts'
import { markdownToHtml } from '#server/features/import/markdown/markdown-to-html.ts'
import { escapeHtml } from '#server/platform/documents/html/read-html.ts'
import { flagField, isObject, listField, textField } from '#server/platform/documents/json/read-json.ts'
import type { JsonObject } from '#server/platform/documents/json/record-reader.ts'

type ReportNote = HtmlOptions['report']

/** The names that older exports have for cards. */
const OLD_NAMES = new Map([
  ['card-markdown', 'markdown'],
  ['code', 'codeblock'],
  ['hr', 'horizontalrule'],
  ['collection', 'unknown'],
])

/** Writes a card of Ghost's editor as HTML for the converter. */
export function cardToHtml(name: string, card: JsonObject, report: ReportNote): string {
  const type = OLD_NAMES.get(name) ?? name
  const write = CARDS.get(type)
  if (isForMembers(card)) {
    report('members-only', type, 'left-out')
    return ''
  }
  if (write) return write(new Fields(card), report)
  report('block', type, 'left-out')
  return ''
}

/** Cards can be shown to members alone. */
function isForMembers(card: JsonObject): boolean {
  const visibility = card.get('visibility')
  const web = isObject(visibility) ? visibility.get('web') : undefined
  return isObject(web) && web.get('nonMember') === false
}

class Fields {
  readonly #card: JsonObject

  constructor(card: JsonObject) {
    this.#card = card
  }

  /** HTML, as editors wrote it. */
  html(name: string): string {
    return textField(this.#card, name)
  }

  /** Text, or an address, for a place in HTML. */
  text(name: string): string {
    const metadata = this.#card.get('metadata')
    return escapeHtml(textField(this.#card, name) || (isObject(metadata) ? textField(metadata, name) : ''))
  }

  flag(name: string): boolean {
    return flagField(this.#card, name)
  }

  inner(name: string): Fields {
    const value = this.#card.get(name)
    return new Fields(isObject(value) ? value : new Map())
  }

  list(name: string): JsonObject[] {
    return listField(this.#card, name).filter(isObject)
  }
}

const caption = (card: Fields) =>
  card.html('caption') ? `<figcaption>${card.html('caption')}</figcaption>` : ''
const figure = (inner: string, card: Fields) => `<figure>${inner}${caption(card)}</figure>`
const button = (address: string, text: string) =>
  address && text ? `<p><a href="${address}">${text}</a></p>` : ''

function image(address: string, alt: string, title: string): string {
  return address ? `<img src="${address}" alt="${alt}" title="${title}">` : ''
}

function linked(address: string, inner: string): string {
  return address ? `<a href="${address}">${inner}</a>` : inner
}

function leaveOut(kind: Parameters<ReportNote>[0], what: string) {
  return (_card: Fields, report: ReportNote) => {
    report(kind, what, 'left-out')
    return ''
  }
}

const CARDS = new Map<string, (card: Fields, report: ReportNote) => string>([
  [
    'image',
    (card) =>
      figure(linked(card.text('href'), image(card.text('src'), card.text('alt'), card.text('title'))), card),
  ],
  [
    'gallery',
    (card) => {
      const images = card.list('images').map((one) => new Fields(one))
      const written = images.map((one) =>
        linked(one.text('href'), image(one.text('src'), one.text('alt'), one.text('title'))),
      )
      return `<figure class="kg-gallery-card">${written.join('<br>')}${caption(card)}</figure>`
    },
  ],
  [
    'before-after',
    (card) => {
      const images = [card.inner('beforeImage'), card.inner('afterImage')]
      const written = images.map((one) => image(one.text('src'), one.text('alt'), ''))
      return `<figure class="kg-gallery-card">${written.join('<br>')}${caption(card)}</figure>`
    },
  ],
  [
    'codeblock',
    (card) =>
      figure(`<pre><code class="language-${card.text('language')}">${card.text('code')}</code></pre>`, card),
  ],
  ['horizontalrule', () => '<hr>'],
  ['html', (card) => card.html('html')],
  ['markdown', (card) => markdownToHtml(card.html('markdown'))],
  [
    'embed',
    (card) => figure(`<iframe src="${card.text('url')}" title="${card.text('title')}"></iframe>`, card),
  ],
  [
    'bookmark',
    (card, report) => {
      const address = card.text('url')
      const by = [card.text('author'), card.text('publisher')].filter(Boolean).join(', ')
      report('block', 'bookmark', 'link')
      const lines = [linked(address, card.text('title') || address), card.text('description'), by]
      return figure(
        lines
          .filter(Boolean)
          .map((line) => `<p>${line}</p>`)
          .join(''),
        card,
      )
    },
  ],
  ['button', (card) => button(card.text('buttonUrl'), card.text('buttonText'))],
  [
    'callout',
    (card) => `<blockquote><p>${card.text('calloutEmoji')} ${card.html('calloutText')}</p></blockquote>`,
  ],
  [
    'toggle',
    (card) => `<details><summary>${card.html('heading')}</summary>${card.html('content')}</details>`,
  ],
  [
    'header',
    (card) =>
      image(card.text('backgroundImageSrc'), '', '') +
      `<h2>${card.html('header')}</h2><p>${card.html('subheader')}</p>` +
      (card.flag('buttonEnabled') ? button(card.text('buttonUrl'), card.text('buttonText')) : ''),
  ],
  [
    'call-to-action',
    (card) =>
      (card.flag('hasSponsorLabel') ? `<div>${card.html('sponsorLabel')}</div>` : '') +
      `${image(card.text('imageUrl'), '', '')}<div>${card.html('textValue')}</div>` +
      (card.flag('showButton') ? button(card.text('buttonUrl'), card.text('buttonText')) : ''),
  ],
  [
    'product',
    (card, report) => {
      if (card.flag('productRatingEnabled')) report('block', 'rating', 'left-out')
      return (
        `${image(card.text('productImageSrc'), '', '')}<h4>${card.html('productTitle')}</h4>` +
        `<div>${card.html('productDescription')}</div>` +
        (card.flag('productButtonEnabled') ? button(card.text('productUrl'), card.text('productButton')) : '')
      )
    },
  ],
  ['audio', (card) => `<audio src="${card.text('src')}" title="${card.text('title')}"></audio>`],
  [
    'video',
    (card) => figure(`<video src="${card.text('src')}" title="${card.text('fileName')}"></video>`, card),
  ],
  [
    'file',
    (card) =>
      `<p>${linked(card.text('src'), card.text('fileTitle') || card.text('fileName'))}</p><p>${card.text('fileCaption')}</p>`,
  ],
  ['signup', leaveOut('form', 'signup')],
  ['transistor', leaveOut('embed', 'transistor')],
  ['email', leaveOut('block', 'email')],
  ['email-cta', leaveOut('block', 'email-cta')],
  ['paywall', leaveOut('members-only', 'paywall')],
])
