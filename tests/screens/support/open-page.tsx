import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished } from 'vitest'
import { page as shown } from 'vitest/browser'
import { Page } from '#app/document/page-context.ts'
import { PageFrame } from '#app/document/page-frame.tsx'
import { startIslands } from '#app/reader/islands.ts'
import { languageOfUrl } from '#core/i18n/languages.ts'
import type { Network } from './network.ts'
import { type Given, openAnswers, SITE } from './open-screen.tsx'
import '#app/reader/reader.ts'

interface ShownPage {
  path: string
  /** What its route writes. */
  Component: unknown
  /** What its loader returns. */
  data?: unknown
}

interface OpenPage extends Network {
  /** What a reload of the page would do: everything is written anew, with what the browser has stored. */
  reload(): Promise<void>
}

/** Opens a page for readers in this browser, with header and footer, as the server writes it. Other addresses lead outside. */
export async function openPage(path: string, [first]: ShownPage[], given: Given = {}): Promise<OpenPage> {
  const { documentElement } = document
  const before = documentElement.lang
  documentElement.lang = languageOfUrl(new URL(path, location.href))
  const network = openAnswers(given)
  history.replaceState(null, '', path)
  let container = write(first)
  const leave = (event: NavigateEvent) => {
    const { sameDocument, url } = event.destination
    if (sameDocument || !event.canIntercept) return
    event.intercept({
      handler: async () => {
        container.innerHTML = renderToStaticMarkup(<h1>Outside of the desk: {new URL(url).pathname}</h1>)
      },
    })
  }
  navigation.addEventListener('navigate', leave)
  onTestFinished(() => {
    navigation.removeEventListener('navigate', leave)
    container.remove()
    documentElement.lang = before
  })
  await expect.element(shown.getByRole('heading', { level: 1 })).toBeInTheDocument()
  return Object.assign(network, {
    reload: async () => {
      container.remove()
      container = write(first)
      await expect.element(shown.getByRole('heading', { level: 1 })).toBeInTheDocument()
    },
  })
}

function write(page: ShownPage | undefined): HTMLElement {
  const Component = page?.Component as React.ComponentType<Record<string, unknown>>
  const loaderData = page?.data ?? null
  const { versions } = (loaderData ?? {}) as { versions?: never }
  const container = document.createElement('div')
  container.style.display = 'contents'
  const { pathname, search } = location
  container.innerHTML = renderToStaticMarkup(
    <Page value={{ pathname, search, site: SITE, versions }}>
      <script id="reader" type="application/json" data-site={JSON.stringify(SITE)} />
      <PageFrame>
        <Component loaderData={loaderData} actionData={undefined} params={{}} />
      </PageFrame>
    </Page>,
  )
  document.body.append(container)
  dispatchEvent(new Event('pageshow'))
  startIslands()
  return container
}
