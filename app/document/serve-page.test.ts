import { createElement } from 'react'
import { data, RouterContextProvider, redirect } from 'react-router'
import { describe, expect, test, vi } from 'vitest'
import { serverContext } from '#app/context.ts'
import { documentOf, isWithoutDatabase } from '#app/document/documents.ts'
import { NotFound } from '#app/document/not-found.server.ts'
import { servePage } from '#app/document/serve-page.tsx'
import { registerMessages } from '#app/messages.ts'
import { settingsOf } from '#core/domain/settings.ts'
import { publicationCatalogs } from '#core/i18n/publication-catalogs.ts'

registerMessages(publicationCatalogs)

const { settings } = settingsOf([], { contact_address: 'news@example.org' })

type Loader = (args: never) => Promise<Response>

async function ask(loader: Loader, { path = '/page', ...init }: RequestInit & { path?: string } = {}) {
  const request = new Request(`https://paper.example${path}`, init)
  const context = new RouterContextProvider()
  const provided = {
    settings,
    siteUrl: 'https://paper.example',
    publishableKey: 'the-key',
    expireAfter: () => {},
    requestId: () => 'request-42',
  }
  context.set(serverContext, provided as never)
  const response = await loader({ request, url: new URL(request.url), params: {}, context } as never)
  return { request, response, html: documentOf(response)?.toString() ?? '' }
}

const pageWith = (load: () => unknown, act?: () => unknown) =>
  servePage({
    load,
    ...(act && { act }),
    headers: { 'x-robots-tag': 'noindex', 'cache-control': 'no-store' },
    describe: () => ({ title: 'A title' }),
    Page: ({ loaderData, actionData }) =>
      createElement('h1', null, JSON.stringify([loaderData, actionData ?? null])),
  })

/** Returns the data that the page shows. */
const shown = (html: string) =>
  JSON.parse((/<h1>(.*?)<\/h1>/.exec(html)?.[1] ?? 'null').replaceAll('&quot;', '"'))

describe('a page', () => {
  test('is a whole document in the language of its address, with the head and the data of its route', async () => {
    const { response, html } = await ask(
      pageWith(() => 'loaded'),
      { path: '/page?lang=de' },
    )
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(html).toMatch(/^<!DOCTYPE html><html lang="de">.*<title>A title - AI Watch<\/title>.*<\/html>$/s)
    expect(shown(html)).toEqual(['loaded', null])
  })

  test('has the status and headers of what loads it, before those of its route', async () => {
    const answer = data('loaded', { status: 404, headers: { 'cache-control': 'no-cache' } })
    const { response } = await ask(pageWith(() => answer))
    expect(response.status).toBe(404)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'x-robots-tag': 'noindex',
      'cache-control': 'no-cache',
      'speculation-rules': '"/speculation-rules.json"',
    })
  })

  test('is written after its form was handled, with the status of that', async () => {
    const page = pageWith(
      () => 'loaded',
      () => data('acted', { status: 400 }),
    )
    const sent = await ask(page, { method: 'POST' })
    expect([sent.response.status, shown(sent.html)]).toEqual([400, ['loaded', 'acted']])
    expect(shown((await ask(page)).html)).toEqual(['loaded', null])
  })

  test('is not written where its route leads elsewhere', async () => {
    const { response, html } = await ask(
      pageWith(() => {
        throw redirect('/elsewhere', 301)
      }),
    )
    expect([response.status, response.headers.get('location'), html]).toEqual([301, '/elsewhere', ''])
  })
})

test('a page with nothing at its address says so with status 404, and search engines leave it out', async () => {
  const nothing = new NotFound({ title: 'Not here', text: 'There is nothing.', suggestions: [] })
  const missing = pageWith(() => {
    throw nothing
  })
  const { response, html } = await ask(missing, { path: '/page?lang=de' })
  expect([response.status, response.headers.get('speculation-rules')]).toEqual([
    404,
    '"/speculation-rules.json"',
  ])
  expect(html).toContain('<title>Not here - AI Watch</title><meta name="robots" content="noindex"/>')
  expect(html).toMatch(/<h1[^>]*>Not here<\/h1>.*There is nothing\./s)
})

describe('an error', () => {
  const failing = (error: Error) =>
    pageWith(() => {
      throw error
    })

  test('is logged, and its page says how to name it and nothing of it', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const error = new Error('column secret does not exist')
    const { response, html } = await ask(failing(error), { path: '/page?lang=de&x=%3Cb%3E' })
    expect(response.status).toBe(500)
    expect(html).toContain('<html lang="de">')
    expect(html).toContain('request-42')
    expect(html).toContain('href="/page?lang=de&amp;x=%3Cb%3E"')
    expect(html).not.toMatch(/secret|serve-page/)
    expect(logged.mock.calls).toEqual([[error]])
  })

  test('of a component is one too', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue()
    const broken = servePage({
      describe: () => ({ title: '' }),
      Page: () => {
        throw new Error('broken')
      },
    })
    expect((await ask(broken)).response.status).toBe(500)
    expect(logged).toHaveBeenCalled()
  })

  test('because the database is away is noted and not logged', async () => {
    const logged = vi.spyOn(console, 'error')
    const away = Object.assign(new Error('no connection'), { code: 'PGRST000' })
    const { request, response } = await ask(failing(away))
    expect([response.status, isWithoutDatabase(request)]).toEqual([503, true])
    expect(logged).not.toHaveBeenCalled()
  })

  test('that follows from a visitor having left is not logged', async () => {
    const logged = vi.spyOn(console, 'error')
    await ask(failing(new Error('aborted')), { signal: AbortSignal.abort() })
    expect(logged).not.toHaveBeenCalled()
  })
})
