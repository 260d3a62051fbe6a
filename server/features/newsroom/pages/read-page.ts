import { Readability } from '@mozilla/readability'
import { franc } from 'franc-min'
import { removeHidden } from '#core/html/remove-hidden.ts'
import { anyOf } from '#core/languages/facts-of.ts'
import { withFewMarks } from '#core/languages/fold-letters.ts'
import { tidyLine, tidyText } from '#core/newsroom/tidy-text.ts'
import { parseHtml } from '#server/platform/documents/html/parse-html.ts'

/** Said in place of a text that was taken back, or above it. */
const NOTICE = new RegExp(
  String.raw`^(?:retracted|withdrawn|retraction|editor[’']?s? note: retracted)\b\s*[:–—-]|(?<!\p{L})(?:${anyOf(({ pages }) => pages.withdrawn)})`,
  'iu',
)
/** A notice stands at the beginning. Further down, a text may tell of something else that was withdrawn. */
const BEGINNING = 600

interface PageToRead {
  source: string
  /** True if it is not HTML, but text as it is. */
  isPlain: boolean
  /** Sentences that are looked for. */
  sentences: readonly string[]
}

export interface ReadPage {
  /** Empty when there is none, because the page is a list of links, for example. */
  text: string
  title: string
  /** The publisher, as the page says itself; often empty, as what follows. */
  outlet: string
  author: string
  published: string
  language: string | null
  /** The reason why the text is probably not the whole one. */
  notice: 'short' | 'paywall' | null
  isWithdrawn: boolean
  /** The places of the sentences that it does not have, from 0. */
  missing: number[]
}

const MAX_TEXT_LENGTH = 300_000
const SHORT_LENGTH = 400
/** A longer text is worth reading, whatever it asks for at its end. */
const PAYWALL_MAX_LENGTH = 4_000
const PAYWALLED = new RegExp(
  String.raw`"isAccessibleForFree"\s{0,9}:\s{0,9}"?false|(?<!\p{L})(?:${anyOf(({ pages }) => pages.paywalled)})`,
  'iu',
)

/**
 * Reads what a page of another publication says to its readers.
 * @throws TooComplex
 */
export function readPage({ source, isPlain, sentences }: PageToRead): ReadPage {
  return isPlain ? readPlain(source, sentences) : readHtml(source, sentences)
}

function readPlain(source: string, sentences: readonly string[]): ReadPage {
  const text = tidyText(source.slice(0, MAX_TEXT_LENGTH))
  const [title = ''] = text.split('\n', 1)
  const about = { title: title.slice(0, 300), outlet: '', author: '', published: '' }
  return {
    ...about,
    ...describe(text, { title, visible: text, declared: '', sentences, isPaywalled: false }),
  }
}

function readHtml(source: string, sentences: readonly string[]): ReadPage {
  const document = parseHtml(source)
  const metas = readMetas(document)
  const declared =
    document.documentElement?.getAttribute('lang') || contentOf(metas, 'content-language', 'og:locale')
  const pageTitle = tidyLine(document.querySelector('title')?.textContent ?? '')
  removeHidden(document, { isLeftOut })
  // The elements that are still there are visible, whatever their attributes alone would say.
  for (const element of document.querySelectorAll('[style], [hidden]'))
    for (const name of ['style', 'hidden']) element.removeAttribute(name)
  const visible = textLines(document.body)
  const article = new Readability<Node>(document as unknown as Document, {
    serializer: (node) => node,
  }).parse()
  const found = article?.content ? textLines(article.content) : []
  const title = tidyLine(article?.title ?? '') || pageTitle
  const lines = articleLines({ title, found, visible })
  const text = tidyText(lines.join('\n')).slice(0, MAX_TEXT_LENGTH)
  return {
    title: title.slice(0, 300),
    outlet: tidyLine(article?.siteName ?? '').slice(0, 100),
    author: tidyLine(article?.byline ?? '').slice(0, 200),
    published: article?.publishedTime ?? contentOf(metas, 'article:published_time', 'date', 'dc.date'),
    ...describe(text, {
      title: `${pageTitle}\n${title}`,
      visible: visible
        .map((line) => line.text)
        .join('\n')
        .slice(0, MAX_TEXT_LENGTH),
      declared,
      sentences,
      isPaywalled: PAYWALLED.test(source),
    }),
  }
}

function describe(
  text: string,
  page: {
    title: string
    visible: string
    declared: string
    sentences: readonly string[]
    isPaywalled: boolean
  },
): Pick<ReadPage, 'text' | 'language' | 'notice' | 'isWithdrawn' | 'missing'> {
  const { title, visible, declared, sentences, isPaywalled } = page
  const cutOff = isPaywalled && text.length < PAYWALL_MAX_LENGTH
  return {
    text,
    language: detectLanguage(text, declared),
    notice: cutOff ? 'paywall' : text.length < SHORT_LENGTH ? 'short' : null,
    isWithdrawn: isWithdrawn(title, text || visible),
    missing: missingSentences(sentences, `${title}\n${visible}\n${text}`),
  }
}

/** True when a page says that what stood there was taken back. */
const isWithdrawn = (title: string, text: string) =>
  NOTICE.test(title) || NOTICE.test(text.slice(0, BEGINNING))

/** The places of the sentences that a text does not have, from 0. Spaces, quotation marks and dashes may be written otherwise. */
function missingSentences(sentences: readonly string[], text: string): number[] {
  if (sentences.length === 0) return []
  const there = comparable(text)
  return sentences.flatMap((sentence, at) => (there.includes(comparable(sentence)) ? [] : [at]))
}

const comparable = (text: string): string =>
  withFewMarks(text)
    .normalize('NFKC')
    .replace(/[\s\p{Cf}\p{Cc}|]+/gu, '')
    .replace(/["'`´“”„‟«»‹›‘’‚‛]/gu, '"')
    .replace(/[\p{Pd}−]/gu, '-')
    .toLowerCase()

/** Elements of which readers of a text see nothing. */
const NOT_TEXT =
  /^(?:script|style|noscript|template|iframe|object|embed|svg|math|canvas|audio|video|select|option|datalist|textarea|input|button|dialog|slot)$/

/** The data of a page for machines are read later. */
const isLeftOut = (element: Element): boolean =>
  NOT_TEXT.test(element.localName) && element.getAttribute('type') !== 'application/ld+json'

interface Meta {
  name: string
  content: string
}

function readMetas(document: Document): Meta[] {
  return [...document.querySelectorAll('meta')].slice(0, 200).map((meta) => ({
    name: (
      meta.getAttribute('name') ??
      meta.getAttribute('property') ??
      meta.getAttribute('http-equiv') ??
      ''
    )
      .slice(0, 100)
      .toLowerCase(),
    content: (meta.getAttribute('content') ?? '').slice(0, 300),
  }))
}

const contentOf = (metas: Meta[], ...names: string[]): string =>
  metas.find(({ name, content }) => names.includes(name) && content !== '')?.content ?? ''

/** Less text is none. */
const MIN_ARTICLE = 40
/** Shorter lines are text where they end as sentences do; others are headings, dates and names. */
const MIN_TEXT = 64
/** Longer links lead to other pages, unless they are headings; shorter ones belong to the text around them. */
const MAX_LINK = 55
/** The words that name the maker of a picture, in what a page says under it. Longer lines and sentences only tell of an agency. */
const CREDIT =
  /©|\b(?:getty|istock|shutterstock|picture.alliance|imago|reuters|ap photo|unsplash|pixabay|flickr|alamy|afp|dpa)\b/i
const MAX_CAPTION = 150

interface FoundArticle {
  title: string
  /** Its text, as the page was searched for it. */
  found: readonly TextLine[]
  /** The lines of all that the page shows. */
  visible: readonly TextLine[]
}

/**
 * The lines of an article, without its title: what was found, with the lead that a page shows between the title and it, and without
 * captions, links to other pages, and short lines around it. None when that is no text.
 */
function articleLines({ title, found, visible }: FoundArticle): string[] {
  const lead = leadOf({ title, found, visible })
  const lines = found.filter(
    (line) => !isCaption(line) && (!isLink(line) || line.text.length < MAX_LINK || /^h\d$/.test(line.part)),
  )
  const isText = (line: TextLine) =>
    line.text !== title && !isLink(line) && (line.part === 'pre' || isSentence(line) || isLong(line))
  const text = [...lead, ...lines].filter(isText)
  if (text.reduce((length, line) => length + line.text.length, 0) < MIN_ARTICLE) return []
  // No text begins within a sentence.
  const from = lines
    .slice(0, lines.findIndex(isText) + 1)
    .findLastIndex((line) => !/^\p{Ll}/u.test(line.text))
  const to = lines.findLastIndex((line) => isText(line) || (isItem(line) && !isLink(line))) + 1
  return [...lead, ...lines.slice(Math.max(0, from), to)].map((line) => line.text)
}

function leadOf({ title, found, visible }: FoundArticle): TextLine[] {
  const texts = new Set(found.map(({ text }) => text))
  const start = visible.findIndex(({ text }) => texts.has(text))
  const above = visible.slice(0, Math.max(0, start))
  const heading = above.findLastIndex(({ text, part }) => part === 'h1' || text === title)
  if (heading === -1) return []
  return above.slice(heading + 1).filter((line) => !isCaption(line) && !isLink(line) && isLong(line))
}

const isSentence = ({ text }: TextLine): boolean => /[.!?…。！？؟۔।॥][^\p{L}\p{N}]{0,4}$/u.test(text)

/** Tells whether a line has as many letters as a text; a character of Chinese, Japanese or Korean stands for two. */
const isLong = ({ text }: TextLine): boolean =>
  text.replace(/[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/gu, '$&$&').length >= MIN_TEXT

/** Tells whether a line leads elsewhere. An item of a list may be a link with a few words of its own. */
const isLink = (line: TextLine): boolean => line.linked >= (isItem(line) ? 0.95 : 0.66) * line.text.length

/** Tells whether a line is an item of a list, or one whose mark is typed. */
const isItem = ({ text, part }: TextLine): boolean => /^(?:li|dd|tr)$/.test(part) || /^[*•·–-] /.test(text)

const isCaption = (line: TextLine): boolean =>
  line.part === 'figcaption' ||
  (line.text.length < MAX_CAPTION && CREDIT.test(line.text) && !isSentence(line) && line.part !== 'pre')

const BLOCKS =
  /^(?:address|article|aside|blockquote|body|br|caption|center|dd|details|div|dl|dt|fieldset|figcaption|figure|footer|form|h[1-6]|header|hr|html|legend|li|main|menu|nav|ol|p|pre|section|summary|table|tbody|tfoot|thead|tr|ul)$/i
const CELLS = /^t[dh]$/i
const PARTS = /^(?:h[1-6]|pre|figcaption|li|dd|tr)$/i

/** A line of a page. */
interface TextLine {
  text: string
  /** The number of its characters that are links. */
  linked: number
  /** The element that says what it is: a heading, a caption, preformatted, an item or a row; empty for others. */
  part: string
}

/** Lists what an element says, in the lines in which a page shows it; the cells of a table are one line. */
export function textLines(root: Node): TextLine[] {
  const lines: TextLine[] = []
  let [text, linked, links] = ['', 0, 0]
  let part = ''
  const endLine = () => {
    const share = linked / text.length
    for (const piece of part === 'pre' ? preformattedLines(text) : [text]) {
      const line = tidyLine(piece).replace(/(?: \|)+$/, '')
      if (line !== '') lines.push({ text: line, linked: Math.min(share * piece.length, line.length), part })
    }
    text = ''
    linked = 0
  }
  const cross = (element: Element, isEnd: boolean) => {
    if (BLOCKS.test(element.tagName)) endLine()
    if (PARTS.test(element.tagName)) part = isEnd ? '' : element.tagName.toLowerCase()
    else if (CELLS.test(element.tagName) && isEnd) text += ' | '
    else if (/^a$/i.test(element.tagName)) links += isEnd ? -1 : 1
  }
  for (let node: Node | null = root; node; ) {
    if (node.nodeType === 1) cross(node as Element, false)
    else if (node.nodeType === 3) {
      const words = node.nodeValue ?? ''
      text += words
      if (links > 0) linked += words.trim().length
    }
    let next: Node | null = isSkipped(node) ? null : node.firstChild
    while (!next) {
      if (node.nodeType === 1) cross(node as Element, true)
      if (node === root) break
      next = node.nextSibling
      if (!next && node.parentNode) node = node.parentNode
      else if (!next) break
    }
    node = next
  }
  endLine()
  return lines
}

const WRAPPED_LENGTH = 40
/** The beginning of an item of a list, and what stands in columns. */
const ITEM_OR_COLUMNS = /^\s*(?:[-*+•·o]|[\p{L}\d]{1,3}[.)])\s|\S\s{3,}\S/u

/** The lines of preformatted text. Prose that was broken to fit a width is joined; code is not. */
function preformattedLines(text: string): string[] {
  const lines: string[] = []
  let before = ''
  for (const line of text.split(/\r\n?|\n/)) {
    const isNext =
      before.trim().length >= WRAPPED_LENGTH &&
      /^\s*["'“„«(\p{L}\p{N}]/u.test(line) &&
      ![before, line].some((one) => ITEM_OR_COLUMNS.test(one) || /[{};=]\s*$/.test(one))
    if (isNext) lines[lines.length - 1] += ` ${line.trim()}`
    else lines.push(line)
    before = line
  }
  return lines
}

const isSkipped = (node: Node): boolean => /^(?:script|style|title)$/i.test(node.nodeName)

/** Fewer letters do not tell one language from another. */
const MIN_LENGTH = 120
/** More says nothing new. */
const MAX_LENGTH = 5_000

/** The language of a text, as its page calls it, or else as its letters look; null when neither tells. */
export function detectLanguage(text: string, declared: string): string | null {
  const language = shortCode(/^\s*([a-z]{2,3})(?![a-z])/i.exec(declared)?.[1] ?? '')
  if (language) return language
  return text.length < MIN_LENGTH ? null : shortCode(franc(text.slice(0, MAX_LENGTH)))
}

/** Of two letters where the language has such a code (RFC 5646, section 4.5). */
function shortCode(code: string): string | null {
  if (code === '' || code === 'und') return null
  const [canonical = ''] = Intl.getCanonicalLocales(code)
  return /^[a-z]{2,3}(?=-|$)/.exec(canonical)?.[0] ?? null
}
