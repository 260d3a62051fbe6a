import { Parser } from 'htmlparser2'

/** The result of a crawl of a static site. */
export interface Crawl {
  /** Pages by path, with its query. */
  pages: Map<string, string>
  /** Everything else that answered. */
  files: Set<string>
  /** Addresses that did not respond, with the pages that name them. */
  broken: string[]
  /** Addresses of other origins that a browser would load. */
  loadedFromElsewhere: Set<string>
}

const LOADED = new Set(['img', 'source', 'script', 'iframe', 'video', 'audio', 'track'])
const WRITTEN = /https?:\/\/[^\s"'<>()[\]\\]+/g

/** Follows everything that pages, feeds, sitemaps, styles and other texts of a site name, from its home page. */
export async function crawlMirror(url: string, from: readonly string[]): Promise<Crawl> {
  const crawl: Crawl = { pages: new Map(), files: new Set(), broken: [], loadedFromElsewhere: new Set() }
  const queue = from.map((path) => ({ path, namedBy: 'the test' }))
  const seen = new Set(from)
  for (const { path, namedBy } of queue) {
    const response = await fetch(url + path)
    const type = response.headers.get('content-type') ?? ''
    if (!response.ok) {
      crawl.broken.push(`${response.status} ${path}, named by ${namedBy}`)
      await response.body?.cancel()
      continue
    }
    if (response.redirected) crawl.broken.push(`${path}, named by ${namedBy}, leads to ${response.url}`)
    const isText = /^text\/|json|xml|javascript/.test(type) || /\.(?:md|webmanifest)$/.test(path)
    const text = isText ? await response.text() : ''
    if (!isText) await response.arrayBuffer()
    const isPage = type.startsWith('text/html')
    if (isPage) crawl.pages.set(path, text)
    else crawl.files.add(path)
    for (const { address, isLoaded } of isPage ? addressesOfPage(text) : addressesOfText(text, path)) {
      const to = URL.parse(address, url + path)
      if (!to || !/^https?:$/.test(to.protocol)) continue
      if (to.origin !== url) {
        if (isLoaded) crawl.loadedFromElsewhere.add(address)
        continue
      }
      const next = to.pathname + to.search
      // Structured data has a name in braces where a reader would type.
      if (seen.has(next) || next.includes('{') || next.includes('%7B')) continue
      seen.add(next)
      queue.push({ path: next, namedBy: path })
    }
  }
  return crawl
}

interface Named {
  address: string
  isLoaded: boolean
}

function addressesOfPage(html: string): Named[] {
  const found: Named[] = []
  const parser = new Parser({
    onopentag(name, attributes) {
      const { href, src, srcset, imagesrcset, poster, action, content = '', rel = '' } = attributes
      const isLoaded =
        LOADED.has(name) || (name === 'link' && /\b(?:icon|stylesheet|preload|manifest)\b/.test(rel))
      const sets = [srcset, imagesrcset].flatMap((set) => set?.split(/,\s+/) ?? [])
      const named = [href, src, poster, action, ...sets.map((one) => one.trim().split(' ')[0])]
      if (name === 'meta' && /^https?:/.test(content)) named.push(content)
      for (const address of named) if (address) found.push({ address, isLoaded })
    },
    ontext(text) {
      if (text.startsWith('{"@context')) found.push(...addressesOfText(text, '.json'))
    },
  })
  parser.write(html)
  parser.end()
  return found
}

function addressesOfText(text: string, path: string): Named[] {
  if (path.endsWith('.js')) return []
  if (path.endsWith('.css'))
    return [...text.matchAll(/url\(["']?([^"')]+)/g)].map(([, address = '']) => ({ address, isLoaded: true }))
  if (path.endsWith('.webmanifest'))
    return [...text.matchAll(/"(\/[^"]*)"/g)].map(([, address = '']) => ({ address, isLoaded: true }))
  return (text.match(WRITTEN) ?? []).map((address) => ({
    address: address
      .replace(/&amp;/g, '&')
      .replace(/&(?:quot|lt|gt|#\d+);.*$/, '')
      .replace(/[.,;:!?]+$/, ''),
    isLoaded: false,
  }))
}
