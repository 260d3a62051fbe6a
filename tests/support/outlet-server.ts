import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CorpusItem, textOfItem } from './draft-corpus.ts'

export interface OutletServer {
  /** A page that names the feed. */
  home: string
  feed: string
  story: string
  stop(): Promise<void>
}

/** The site of an invented outlet on loopback, whose feed has one item, published a minute ago. */
export async function startOutletServer(item: CorpusItem): Promise<OutletServer> {
  const published = new Date(Date.now() - 60_000).toUTCString()
  const http = createServer((request, response) => {
    switch (request.url) {
      case '/':
        return send(response, 'text/html', pageOf(item, item.outlet, `<h1>${escapeHtml(item.outlet)}</h1>`))
      case '/feed.xml':
        return send(response, 'application/rss+xml', feedOf(item, server.story, published))
      case '/story':
        return send(response, 'text/html', pageOf(item, item.title, storyOf(item)))
      default:
        response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
  const home = `http://127.0.0.1:${(http.address() as AddressInfo).port}/`
  const server = {
    home,
    feed: `${home}feed.xml`,
    story: `${home}story`,
    async stop() {
      http.closeAllConnections()
      await new Promise((resolve) => http.close(resolve))
    },
  }
  return server
}

function send(response: ServerResponse, type: string, body: string): void {
  response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body)
}

const pageOf = ({ language, outlet }: CorpusItem, title: string, body: string) => `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>
<meta property="og:site_name" content="${escapeHtml(outlet)}">
<link rel="alternate" type="application/rss+xml" title="${escapeHtml(outlet)}" href="/feed.xml"></head>
<body><nav><a href="/">News</a> <a href="/feed.xml">Feed</a></nav><main>${body}</main></body></html>`

const storyOf = (item: CorpusItem) => `<article><h1>${escapeHtml(item.title)}</h1>
${textOfItem(item)
  .split('\n\n')
  .map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`)
  .join('\n')}</article>`

const feedOf = (item: CorpusItem, link: string, published: string) => `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel><title>${escapeHtml(item.outlet)}</title><link>${link}</link>
<description>${escapeHtml(item.outlet)}</description><language>${item.language}</language>
<item><title>${escapeHtml(item.title)}</title><link>${link}</link><guid>${link}</guid>
<description>${escapeHtml(item.excerpt)}</description><pubDate>${published}</pubDate></item></channel></rss>`

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
