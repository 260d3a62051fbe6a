import { renderToStaticMarkup } from 'react-dom/server'
import { expect, onTestFinished } from 'vitest'
import { page as shown } from 'vitest/browser'
import { leaveSearch } from '#app/components/search/search-overlay.tsx'
import { Page } from '#app/document/page-context.ts'
import { PageEnd } from '#app/document/page-end.tsx'
import { PageFrame } from '#app/document/serve-page.tsx'
import { translatorOf } from '#app/messages.ts'
import { startIslands } from '#app/reader/reader.ts'
import { languageOfUrl } from '#core/i18n/languages.ts'
import type { Network } from './network.ts'
import { followLeaving, type Given, openAnswers, SITE } from './open-screen.tsx'
import '#app/reader/reader.ts'

interface ShownPage {
  /** The page of its route. */
  Page: unknown
  /** The result of its loader. */
  data?: unknown
}

interface OpenPage extends Network {
  /** Does what a reload of the page would do: everything is written anew, with the browser's stored data. */
  reload(): Promise<void>
}

/** The live regions of the first page. A document has them once, and React shows messages in these until its end. */
let toasts: Element | null = null

/** Opens a page for readers in this browser, with header and footer, as the server writes it, and with their script. */
export async function openPage(path: string, shownPage: ShownPage, given: Given = {}): Promise<OpenPage> {
  const { documentElement } = document
  const before = documentElement.lang
  documentElement.lang = languageOfUrl(new URL(path, location.href))
  const network = openAnswers(given)
  history.replaceState(null, '', path)
  let container = write(shownPage)
  onTestFinished(async () => {
    for (const dialog of document.querySelectorAll('dialog')) dialog.close()
    await leaveSearch()
    toasts?.querySelector('button')?.click()
    container.remove()
    documentElement.lang = before
  })
  followLeaving(() => container.remove())
  await expect.element(shown.getByRole('heading', { level: 1 })).toBeInTheDocument()
  return Object.assign(network, {
    reload: async () => {
      container.remove()
      container = write(shownPage)
      await expect.element(shown.getByRole('heading', { level: 1 })).toBeInTheDocument()
    },
  })
}

function write({ Page: written, data: loaderData = null }: ShownPage): HTMLElement {
  const Component = written as React.ComponentType<Record<string, unknown>>
  const { versions } = (loaderData ?? {}) as { versions?: never }
  const container = document.createElement('div')
  container.style.display = 'contents'
  const { pathname, search } = location
  const language = languageOfUrl(location)
  const view = {
    loaderData,
    actionData: undefined,
    params: {},
    language,
    site: SITE,
    t: translatorOf(language, SITE),
  }
  container.innerHTML = renderToStaticMarkup(
    <Page value={{ pathname, search, site: SITE, versions }}>
      <script id="reader" type="application/json" data-site={JSON.stringify(SITE)} />
      <PageFrame>
        <Component {...view} />
      </PageFrame>
      <PageEnd />
    </Page>,
  )
  const own = container.querySelector('#toasts')
  if (toasts) own?.replaceWith(toasts)
  else toasts = own
  document.body.append(container)
  dispatchEvent(new Event('pageshow'))
  startIslands()
  return container
}
