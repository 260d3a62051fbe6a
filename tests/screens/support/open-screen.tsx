import { createRoot, type Root } from 'react-dom/client'
import { createBrowserRouter, Outlet, type RouteObject, RouterProvider, useLocation } from 'react-router'
import { expect, onTestFinished } from 'vitest'
import { page } from 'vitest/browser'
import { ToastProvider } from '#app/components/ui/toast.tsx'
import { PUBLISHABLE_KEY_META } from '#app/document/inline-parts.ts'
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

const SITE: SiteData = {
  ...DEFAULT_SITE_WORDS,
  siteUrl: window.location.origin,
  publishableKey: 'sb_publishable_test',
}

interface Screen extends Network {
  /** Goes to another address of the desk without loading the page anew. */
  go(path: string): Promise<void>
  /** What a reload of the page would do: everything is rendered anew, with what the browser has stored. */
  reload(): Promise<void>
}

/**
 * Opens a screen of the desk in this browser, with the real router, guard and query client. Requests of the official client are answered
 * from rows; what a test does not name is that of an empty publication. An unexpected request or console error fails the test.
 */
export async function openScreen(
  path: string,
  given: Partial<Answers> & { site?: Partial<SiteData>; routes?: RouteObject[]; isSignedOut?: boolean } = {},
): Promise<Screen> {
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
  const open = (address: string) => render(address, { ...SITE, ...given.site }, given.routes)
  let shown = open(path)
  onTestFinished(async () => {
    shown.close()
    closeNetwork()
    expect(network.unanswered, 'requests that the test does not answer').toEqual([])
  })
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

function render(
  path: string,
  site: SiteData,
  routes = deskRoutes,
): { root: Root; router: ReturnType<typeof createBrowserRouter>; close(): void } {
  window.history.replaceState(null, '', path)
  const router = createBrowserRouter([
    {
      id: 'root',
      loader: () => site,
      Component: Page,
      HydrateFallback: () => null,
      children: [...routes, { path: '*', Component: Elsewhere }],
    },
  ])
  // As where it hydrates a page of the server.
  window.__reactRouterDataRouter = router
  const container = document.createElement('div')
  container.style.display = 'contents'
  document.body.append(container)
  const root = createRoot(container)
  root.render(<RouterProvider router={router} />)
  return {
    root,
    router,
    close() {
      root.unmount()
      router.dispose()
      container.remove()
    },
  }
}

function Page() {
  const { t } = useTranslation()
  return (
    <ToastProvider regionLabel={t('toast.region')} closeLabel={t('toast.close')}>
      <Outlet />
    </ToastProvider>
  )
}

/** An address of readers' pages, to which the desk has led. */
function Elsewhere() {
  return <h1>Outside of the desk: {useLocation().pathname}</h1>
}

function setPublishableKey(): void {
  if (document.querySelector(`meta[name="${PUBLISHABLE_KEY_META}"]`)) return
  document.head.insertAdjacentHTML(
    'beforeend',
    `<meta name="${PUBLISHABLE_KEY_META}" content="${SITE.publishableKey}">`,
  )
}
