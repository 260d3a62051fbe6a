import { createRoot } from 'react-dom/client'
import { createBrowserRouter, Outlet, RouterProvider, useLocation, useRouteLoaderData } from 'react-router'
import { expect, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { ToastProvider } from '#app/components/ui/toast.tsx'
import { PUBLISHABLE_KEY_META } from '#app/document/inline-parts.ts'
import { Page } from '#app/document/page-context.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { registerMessages } from '#app/messages.ts'
import type { SiteData } from '#core/domain/site-data.ts'
import { DEFAULT_SITE_WORDS } from '#core/domain/site-words.ts'
import { publicationCatalogs } from '#core/i18n/publication-catalogs.ts'
import { deskRoutes } from './desk-routes.ts'
import { EMPTY_DESK } from './empty-desk.ts'
import { type Answers, closeNetwork, type Network, openNetwork } from './network.ts'
import { ADMIN, storeSession } from './sessions.ts'

registerMessages(publicationCatalogs)

export const SITE: SiteData = {
  ...DEFAULT_SITE_WORDS,
  siteUrl: window.location.origin,
  publishableKey: 'sb_publishable_test',
}

interface Screen extends Network {
  /** Goes to another address of the desk without loading the page anew. */
  go(path: string): Promise<void>
  /** Does what a reload of the page would do: everything is rendered anew, with the browser's stored data. */
  reload(): Promise<void>
}

export type Given = Partial<Answers> & { isSignedOut?: boolean }

/** Answers the requests of the official client until the test ends. One that nothing answers fails the test. */
export function openAnswers(given: Given): Network {
  const account = given.account ?? ADMIN
  const network = openNetwork({
    account,
    tables: { ...EMPTY_DESK.tables, ...given.tables },
    calls: { ...EMPTY_DESK.calls, find_my_membership: account.member, ...given.calls },
    functions: { ...EMPTY_DESK.functions, ...given.functions },
    respond: given.respond,
  })
  if (!given.isSignedOut) storeSession(account)
  setPublishableKey()
  onTestFinished(() => {
    closeNetwork()
    expect(network.unanswered, 'requests that the test does not answer').toEqual([])
  })
  return network
}

/**
 * Opens a screen of the desk in this browser, with the real router, guard and query client. Requests of the official client are answered
 * from rows; what a test does not name is that of an empty publication. An unexpected request or console error fails the test.
 */
export async function openScreen(
  path: string,
  given: Given & { site?: Partial<SiteData> } = {},
): Promise<Screen> {
  const network = openAnswers(given)
  const open = (address: string) => render(address, { ...SITE, ...given.site })
  let shown = open(path)
  onTestFinished(() => shown.close())
  followLeaving(() => shown.close())
  // The modules of a route are made when they are loaded first.
  await expect.element(page.getByRole('heading', { level: 1 }), { timeout: 45_000 }).toBeInTheDocument()
  return Object.assign(network, {
    go: async (to: string) => void (await shown.router.navigate(to)),
    reload: async () => {
      const { pathname, search, hash } = window.location
      shown.close()
      shown = open(pathname + search + hash)
      await expect.element(page.getByRole('heading', { level: 1 })).toBeInTheDocument()
    },
  })
}

/** The heading that is shown instead of another document. */
let elsewhere: HTMLElement | null = null

/** Instead of loading another document, which would be the end of the tests, the page is closed and a heading says where that would be. */
export function followLeaving(close: () => void): void {
  elsewhere?.remove()
  const heading = document.createElement('h1')
  elsewhere = heading
  const leave = (event: NavigateEvent) => {
    const { sameDocument, url } = event.destination
    if (sameDocument || !event.canIntercept || event.downloadRequest !== null) return
    event.intercept({
      handler: async () => {
        dispatchEvent(new PageTransitionEvent('pagehide'))
        close()
        heading.textContent = `Elsewhere: ${new URL(url).pathname}`
        document.body.append(heading)
      },
    })
  }
  navigation.addEventListener('navigate', leave)
  onTestFinished(() => {
    navigation.removeEventListener('navigate', leave)
    heading.remove()
    dispatchEvent(new PageTransitionEvent('pageshow'))
  })
}

function render(
  path: string,
  site: SiteData,
): { router: ReturnType<typeof createBrowserRouter>; close(): void } {
  window.history.replaceState(null, '', path)
  const router = createBrowserRouter([
    {
      id: 'root',
      loader: () => site,
      Component: Root,
      HydrateFallback: () => null,
      children: deskRoutes,
    },
  ])
  const container = document.createElement('div')
  container.style.display = 'contents'
  document.body.append(container)
  const root = createRoot(container)
  root.render(<RouterProvider router={router} />)
  return {
    router,
    close() {
      root.unmount()
      router.dispose()
      container.remove()
    },
  }
}

function Root() {
  const { pathname, search } = useLocation()
  return (
    <Page value={{ pathname, search, site: useRouteLoaderData<SiteData>('root') }}>
      <Screens />
    </Page>
  )
}

function Screens() {
  const { t } = useTranslation()
  return (
    <ToastProvider regionLabel={t('toast.region')} closeLabel={t('toast.close')}>
      <Outlet />
    </ToastProvider>
  )
}

function setPublishableKey(): void {
  if (document.querySelector(`meta[name="${PUBLISHABLE_KEY_META}"]`)) return
  document.head.insertAdjacentHTML(
    'beforeend',
    `<meta name="${PUBLISHABLE_KEY_META}" content="${SITE.publishableKey}">`,
  )
}
