import { expect, test } from 'vitest'
import { crawlSite, type MirrorSummary } from '#server/features/mirror/crawl-site.ts'

const PARTS = { head: '', styles: '', newsletterNote: '', searchIndex: '', searchNote: '' }
const page = (body: string) => new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8' } })
const moved = (location: string) => new Response(null, { status: 301, headers: { location } })

/** Crawls a small site, given as what it answers. */
async function crawl(answers: Record<string, () => Response>, { from = ['/'], late = [] as string[] } = {}) {
  const summary: MirrorSummary = { pages: 0, files: 0, missing: [], failed: [], audioLeftOut: 0 }
  const asked: string[] = []
  const site = {
    siteUrl: 'https://paper.example',
    partsOf: () => PARTS,
    async fetch(address: string) {
      asked.push(address)
      return answers[address]?.() ?? new Response('', { status: 404 })
    },
  }
  const files: Record<string, string> = {}
  for await (const { path, content } of crawlSite(site, { from, late }, summary)) {
    expect(files[path]).toBeUndefined()
    files[path] = String(content)
  }
  return { ...summary, files, asked }
}

test('each place is asked for once, and what is missing or fails is named', async () => {
  const { files, asked, missing, failed, pages } = await crawl({
    '/': () =>
      page(
        '<a href="/a">a</a> <a href="/a/#b">b</a> <a href="/a?utm=1">c</a> <a href="/gone">d</a> <a href="/bad">e</a>',
      ),
    '/a': () => page('<a href="/">home</a>'),
    '/bad': () => new Response('', { status: 500 }),
  })
  expect(files).toEqual({
    'index.html':
      '<a href="/a/">a</a> <a href="/a/#b">b</a> <a href="/a/">c</a> <a href="/gone/">d</a> <a href="/bad/">e</a>',
    'a/index.html': '<a href="/">home</a>',
  })
  expect(asked).toEqual(['/', '/a', '/gone', '/bad'])
  expect({ missing, failed, pages }).toEqual({ missing: ['/gone'], failed: ['/bad'], pages: 2 })
})

test('an old address is a page that leads on, where no page of the site is', async () => {
  const { files } = await crawl(
    {
      '/': () => page('<a href="/port?lang=de">a</a>'),
      '/port?lang=de': () => page('Hafen'),
      '/2024/05/port': () => moved('/port?lang=de'),
      '/blog/port.html': () => moved('https://paper.example/port?lang=de'),
      '/de/port': () => moved('/elsewhere'),
    },
    { late: ['/2024/05/port/', '/blog/port.html', '/de/port/'] },
  )
  expect(Object.keys(files)).toEqual([
    'index.html',
    'de/port/index.html',
    '2024/05/port/index.html',
    'blog/port.html',
  ])
  expect(files['de/port/index.html']).toBe('Hafen')
  expect(files['2024/05/port/index.html']).toContain('<meta http-equiv="refresh" content="0; url=/de/port/">')
  expect(files['blog/port.html']).toContain('href="https://paper.example/de/port/"')
})

test('a picture that has moved is there as it is at its new place', async () => {
  const { files } = await crawl({
    '/': () => page('<img src="/share/de/a.png">'),
    '/share/de/a.png': () => moved('/share/en/a.png'),
    '/share/en/a.png': () => new Response('png'),
  })
  expect(files['share/de/a.png']).toBe('png')
})

test('redirects without an end are missing files, and two pages of one place are refused', async () => {
  const endless = await crawl({
    '/': () => page('<img src="/demo/a.png">'),
    '/demo/a.png': () => moved('/demo/a.png'),
  })
  expect(endless.missing).toEqual(['/demo/a.png'])
  const both = { '/': () => page('<a href="/de">a section</a> <a href="/?lang=de">German</a>') }
  await expect(crawl(both)).rejects.toThrow(
    '/de and /?lang=de have the same place in a mirror, de/index.html',
  )
})

test('a site that cannot make its pages is given up on', async () => {
  const links = Array.from({ length: 200 }, (_, at) => `<a href="/x${at}">x</a>`).join('')
  const answers: Record<string, () => Response> = { '/': () => page(links) }
  for (let at = 0; at < 200; at++) answers[`/x${at}`] = () => new Response('', { status: 503 })
  await expect(crawl(answers)).rejects.toThrow('The site could not make 100 of its pages')
})

test('a mirror names no hub of feeds, and nothing that answers the social web', async () => {
  const rss =
    '<channel>\n<atom:link rel="hub" href="https://paper.example/websub"/>\n<title>Paper</title></channel>'
  const json = JSON.stringify({
    title: 'Paper',
    hubs: [{ type: 'WebSub', url: 'https://hub.example/' }],
    items: [],
  })
  const file = (text: string, type: string) => () => new Response(text, { headers: { 'content-type': type } })
  const { files, missing } = await crawl({
    '/': () =>
      page(
        '<link rel="alternate" type="application/activity+json" href="https://paper.example/"/>' +
          '<a href="/feeds/en.xml">RSS</a> <a href="/feeds/en.json">JSON</a>',
      ),
    '/feeds/en.xml': file(rss, 'application/rss+xml; charset=utf-8'),
    '/feeds/en.json': file(json, 'application/feed+json'),
  })
  expect(files['index.html']).toBe('<a href="/feeds/en.xml">RSS</a> <a href="/feeds/en.json">JSON</a>')
  expect(files['feeds/en.xml']).toBe('<channel>\n<title>Paper</title></channel>')
  expect(JSON.parse(files['feeds/en.json'] ?? '')).toEqual({ title: 'Paper', items: [] })
  expect(missing).toEqual([])
})
