import { Readability } from '@mozilla/readability'
import { parseHTML } from 'linkedom'
import { anyOf } from '#core/languages/facts-of.ts'
import { withFewMarks } from '#core/languages/few-marks.ts'
import { tidyLine, tidyText } from '#core/newsroom/tidy-text.ts'
import { detectLanguage } from '#server/features/newsroom/pages/detect-language.ts'
import { removeHidden, TooComplex } from '#server/features/newsroom/pages/remove-hidden.ts'
import { type TextLine, textLines } from '#server/features/newsroom/pages/text-lines.ts'

/** Said in place of a text that was taken back, or above it. */
const NOTICE = new RegExp(
  String.raw`^(?:retracted|withdrawn|retraction|editor[’']?s? note: retracted)\b\s*[:–—-]|(?<!\p{L})(?:${anyOf(({ pages }) => pages.withdrawn)})`,
  'iu',
)
/** A notice stands at the beginning. Further down, a text may tell of something else that was withdrawn. */
const BEGINNING = 600

export interface PageToRead {
  source: string
  /** No HTML, but text as it is. */
  isPlain: boolean
  /** Sentences that are looked for. */
  sentences: readonly string[]
}

export interface ReadPage {
  /** Empty when there is none, because the page is a list of links, for example. */
  text: string
  title: string
  /** Who publishes it, as it says itself; often empty, as what follows. */
  outlet: string
  author: string
  published: string
  language: string | null
  /** Why the text is probably not the whole one. */
  notice: 'short' | 'paywall' | null
  isWithdrawn: boolean
  /** The places of the sentences that it does not have, from 0. */
  missing: number[]
}

/** More tags than any article has; libraries take minutes for them. */
const MAX_TAGS = 60_000
const MAX_TEXT_LENGTH = 300_000
/** Less prose is none. */
const MIN_PROSE = 40
const SHORT_LENGTH = 400
/** A longer text is worth reading, whatever it asks for at its end. */
const PAYWALL_MAX_LENGTH = 4_000
const PAYWALLED = new RegExp(
  String.raw`"isAccessibleForFree"\s{0,9}:\s{0,9}"?false|(?<!\p{L})(?:${anyOf(({ pages }) => pages.paywalled)})`,
  'iu',
)

/**
 * What a page of another publication says to its readers.
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
  if (countTags(source) > MAX_TAGS) throw new TooComplex()
  const document = parseDocument(source)
  const metas = readMetas(document)
  const declared =
    document.documentElement?.getAttribute('lang') || contentOf(metas, 'content-language', 'og:locale')
  const pageTitle = tidyLine(document.querySelector('title')?.textContent ?? '')
  removeHidden(document)
  const visible = textLines(document.body ?? document)
    .map(({ text }) => text)
    .join('\n')
    .slice(0, MAX_TEXT_LENGTH)
  const article = new Readability<Node>(document as unknown as Document, {
    serializer: (node) => node,
  }).parse()
  const lines = article?.content ? textLines(article.content) : []
  const title = tidyLine(article?.title ?? '') || pageTitle
  const text =
    proseLength(lines) < MIN_PROSE ? '' : tidyText(withoutTitle(lines, title)).slice(0, MAX_TEXT_LENGTH)
  return {
    title: title.slice(0, 300),
    outlet: tidyLine(article?.siteName ?? '').slice(0, 100),
    author: tidyLine(article?.byline ?? '').slice(0, 200),
    published: article?.publishedTime ?? contentOf(metas, 'article:published_time', 'date', 'dc.date'),
    ...describe(text, {
      title: `${pageTitle}\n${title}`,
      visible,
      declared,
      sentences,
      isPaywalled: PAYWALLED.test(source),
    }),
  }
}

const STRUCTURE = /<!doctype[^<>]{0,2000}>|<\/?(?:html|head|body)(?:\s[^<>]{0,2000})?>/gi

/** As browsers do, what stands outside of the head and the body, or repeats their tags, is put into them. */
function parseDocument(source: string): Document {
  const document = parseLowered(source)
  const { documentElement: root } = document
  const names = [root, ...[...(root?.children ?? [])].slice(0, 2)].map((element) => element?.localName)
  if (names.join() === 'html,head,body') return document
  const start = Math.max(0, source.search(/<\/head\s{0,99}>|<body[\s>]/i))
  const [head, body] = [source.slice(0, start), source.slice(start)].map((part) =>
    part.replace(STRUCTURE, ''),
  )
  const [html = '<html>'] = /<html\s[^<>]{0,2000}>/i.exec(source) ?? []
  return parseLowered(`${html}<head>${head}</head><body>${body}</body></html>`)
}

/** Lowers the names of attributes, which have no case in HTML; linkedom keeps that of the page. */
function parseLowered(source: string): Document {
  const { document } = parseHTML(source)
  for (const element of document.querySelectorAll('*')) {
    for (const { name, value } of [...element.attributes]) {
      const lower = name.toLowerCase()
      if (lower === name) continue
      element.removeAttribute(name)
      if (!element.hasAttribute(lower)) element.setAttribute(lower, value)
    }
  }
  return document
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
    missing: missingSentences(sentences, `${title}\n${visible}`),
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

function countTags(source: string): number {
  let count = 0
  for (let at = source.indexOf('<'); at !== -1; at = source.indexOf('<', at + 1)) count += 1
  return count
}

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

/** How many characters stand in lines that end as sentences do and are no links. */
function proseLength(lines: readonly TextLine[]): number {
  return lines
    .filter(
      ({ text, linked }) => /[.!?…。！？؟۔।॥][^\p{L}\p{N}]{0,4}$/u.test(text) && linked < text.length / 2,
    )
    .reduce((length, { text }) => length + text.length, 0)
}

/** The title is a field of its own. */
function withoutTitle(lines: readonly TextLine[], title: string): string {
  const texts = lines.map(({ text }) => text)
  return texts.slice(texts[0] === title ? 1 : 0).join('\n')
}
