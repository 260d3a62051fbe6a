import { Readability } from '@mozilla/readability'
import { removeHidden } from '#core/html/remove-hidden.ts'
import { tidyLine, tidyText } from '#core/newsroom/tidy-text.ts'
import { articleLines } from '#server/features/newsroom/pages/article-lines.ts'
import { detectLanguage } from '#server/features/newsroom/pages/detect-language.ts'
import { textLines } from '#server/features/newsroom/pages/text-lines.ts'
import { parseHtml } from '#server/platform/documents/parse-html.ts'

/** How publications say that they have taken something back, in place of the text or above it. */
const NOTICES: readonly RegExp[] = [
  /^(?:retracted|withdrawn|retraction|editor[’']?s? note: retracted)\b\s*[:–—-]/i,
  /\bthis (?:article|story|report|post|page|item|piece|press release|statement) (?:has been|was|is) (?:retracted|withdrawn|removed|taken down|deleted|unpublished|no longer available)/i,
  /\b(?:we|the editors) (?:have |has )?(?:retracted|withdrawn|removed|taken down) (?:this|the) (?:article|story|report|post|piece)/i,
  /\bdiese[rs]? (?:artikel|beitrag|text|bericht|meldung|seite) (?:wurde|ist|wird) (?:\p{L}+ ){0,4}(?:zurückgezogen|entfernt|gelöscht|depubliziert|nicht mehr verfügbar)/iu,
  /\bcet(?:te)? (?:article|page|dépêche|publication|texte) (?:a été|est|n[’']est plus) (?:\p{L}+ ){0,2}(?:retirée?|supprimée?|dépubliée?|disponible)/iu,
  /\best[ea] (?:artículo|noticia|página|nota|texto) (?:ha sido|fue|ya no está) (?:\p{L}+ ){0,2}(?:retirad[oa]|eliminad[oa]|disponible)/iu,
  /\bquest[oa] (?:articolo|notizia|pagina|testo) (?:è stat[oa]|non è più) (?:\p{L}+ ){0,2}(?:ritirat[oa]|rimoss[oa]|eliminat[oa]|disponibile)/iu,
  /\best[ea] (?:artigo|notícia|página|matéria|texto) (?:foi|já não está|não está mais) (?:\p{L}+ ){0,2}(?:retirad[oa]|removid[oa]|eliminad[oa]|despublicad[oa]|disponível)/iu,
]
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
const PAYWALLED =
  /"isAccessibleForFree"\s{0,9}:\s{0,9}"?false|\b(?:subscribe|sign up|log in|register) (?:now )?to (?:continue|keep|read)|subscribers only|\bweiterlesen mit|\bjetzt abonnieren|réservé aux abonnés|pour lire la suite|solo para suscriptores|para seguir leyendo|riservato agli abbonati|per continuare a leggere|exclusivo para assinantes|para continuar lendo/i

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

/** Whether a page says that what stood there was taken back. */
function isWithdrawn(title: string, text: string): boolean {
  return NOTICES.some((notice) => notice.test(title) || notice.test(text.slice(0, BEGINNING)))
}

/** The places of the sentences that a text does not have, from 0. Spaces, quotation marks and dashes may be written otherwise. */
function missingSentences(sentences: readonly string[], text: string): number[] {
  if (sentences.length === 0) return []
  const there = comparable(text)
  return sentences.flatMap((sentence, at) => (there.includes(comparable(sentence)) ? [] : [at]))
}

const comparable = (text: string): string =>
  text
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
