import { Readability } from '@mozilla/readability'
import { removeHidden } from '#core/html/remove-hidden.ts'
import { anyOf } from '#core/languages/facts-of.ts'
import { withFewMarks } from '#core/languages/few-marks.ts'
import { tidyLine, tidyText } from '#core/newsroom/tidy-text.ts'
import { articleLines } from '#server/features/newsroom/pages/article-lines.ts'
import { detectLanguage } from '#server/features/newsroom/pages/detect-language.ts'
import { textLines } from '#server/features/newsroom/pages/text-lines.ts'
import { parseHtml } from '#server/platform/documents/html/parse-html.ts'

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

const MAX_TEXT_LENGTH = 300_000
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
  const document = parseHtml(source)
  const metas = readMetas(document)
  const declared =
    document.documentElement?.getAttribute('lang') || contentOf(metas, 'content-language', 'og:locale')
  const pageTitle = tidyLine(document.querySelector('title')?.textContent ?? '')
  removeHidden(document, { isLeftOut })
  // What is still there is visible, whatever its attributes alone would say.
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

/** What machines are told of the page is read later. */
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
