import { createElement, Suspense, use } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '#app/document/render-page.ts'

/** The stream of loader data as React Router makes it: one piece at once, then one for each promise. */
function handoff(pieces: string[]) {
  const serverHandoffStream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece))
      controller.close()
    },
  })
  const renderMeta: NonNullable<Parameters<typeof renderPage>[1]['context']['renderMeta']> = {}
  return { serverHandoffStream, renderMeta }
}

function page(...children: React.ReactNode[]): React.ReactElement {
  return createElement('html', null, createElement('body', null, ...children))
}

function documentOf(words: string): string {
  return `<!DOCTYPE html><html><head></head><body>${words}</body></html>`
}

function Late({ text }: { text: Promise<string> }) {
  return createElement('p', null, use(text))
}

test.each(['Words', 'Wörds', 'Wörds — 👩🏽 & ‘words’', 'Half a \ud83d pair'])(
  'a page is rendered to the bytes of its text: %j',
  async (words) => {
    const { html, failed } = await renderPage(page(words), { nonce: 'x', context: handoff(['[1]']) })
    expect(failed).toBe(false)
    expect(html.toString()).toBe(documentOf(words.replace('&', '&amp;').toWellFormed()))
  },
)

test('a page of any length is rendered', async () => {
  const words = 'Wörds — '.repeat(100_000)
  const { html } = await renderPage(page(words), { nonce: 'x', context: handoff(['[1]']) })
  expect(html.equals(Buffer.from(documentOf(words)))).toBe(true)
})

test('the data for hydration is there when the page is rendered', async () => {
  const context = handoff(['[1]', 'P2:[3]'])
  await renderPage(page('Words'), { nonce: 'x', context })
  const pieces = Object.values(context.renderMeta.streamCache ?? {}).map(({ result }) => result)
  expect(pieces).toEqual([
    { done: false, value: '[1]' },
    { done: false, value: 'P2:[3]' },
    { done: true, value: '' },
  ])
  expect(context.serverHandoffStream.locked).toBe(false)
})

test.each([true, false])(
  'the result of a promise is part of the page, inside a Suspense boundary: %s',
  async (inside) => {
    const { promise, resolve } = Promise.withResolvers<string>()
    const late = createElement(Late, { text: promise })
    const rendering = renderPage(page(inside ? createElement(Suspense, null, late) : late), {
      nonce: 'x',
      context: handoff(['[1]', 'P2:[3]']),
    })
    resolve('Late words')
    const { html, failed } = await rendering
    expect(failed).toBe(false)
    expect(html.toString()).toContain('<p>Late words</p>')
  },
)

test.each([[['[1]']], [['[1]', 'P2:[3]']]])('an error while rendering is thrown', async (pieces) => {
  const broken = createElement(() => {
    throw new Error('broken')
  })
  await expect(renderPage(page(broken), { nonce: 'x', context: handoff(pieces) })).rejects.toThrow('broken')
})
