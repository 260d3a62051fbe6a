import { parseHTML } from 'linkedom'

/** The head of a page. Elements that may occur only once are lists too, so that tests notice duplicates. */
export interface Head {
  language: string
  titles: string[]
  descriptions: string[]
  canonicals: string[]
  robots: string[]
  /** The links to the page's language versions: language and address. */
  versions: [language: string, url: string][]
  /** The links to its other formats: media type and address. */
  forms: [type: string, url: string][]
  /** Open Graph and Twitter cards: property or name, and content. */
  shared: [key: string, content: string][]
  jsonLd: Record<string, unknown>[]
}

/** The document of an HTML response. React writes names of attributes that linkedom finds in lower case alone. */
export const parseDocument = (html: string): Document =>
  parseHTML(html.replaceAll(' hrefLang=', ' hreflang=')).document

/** The head of an HTML response, without executing its scripts. */
export const readHead = (html: string): Head => headOf(parseDocument(html))

/** The head of a document. It refers to nothing outside of itself, so that a journey can send it to a browser. */
export function headOf(shown: Document = document): Head {
  const all = (selector: string) => [...shown.head.querySelectorAll(selector)]
  const values = (selector: string, attribute: string) =>
    all(selector).map((element) => element.getAttribute(attribute) ?? '')
  const pairs = (selector: string, first: string[], second: string) =>
    all(selector).map((element): [string, string] => [
      first.map((name) => element.getAttribute(name)).find(Boolean) ?? '',
      element.getAttribute(second) ?? '',
    ])
  return {
    language: shown.documentElement.lang,
    titles: all('title').map((title) => title.textContent ?? ''),
    descriptions: values('meta[name=description]', 'content'),
    canonicals: values('link[rel=canonical]', 'href'),
    robots: values('meta[name=robots]', 'content'),
    versions: pairs('link[rel=alternate][hreflang]', ['hreflang'], 'href'),
    forms: pairs('link[rel=alternate][type]', ['type'], 'href'),
    shared: pairs(
      'meta[property^="og:"], meta[property^="article:"], meta[name^="twitter:"]',
      ['property', 'name'],
      'content',
    ),
    jsonLd: all('script[type="application/ld+json"]').map((script) => JSON.parse(script.textContent ?? '')),
  }
}
