import { useEffect } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  redirectDocument,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import { buttonStyles } from '#app/components/ui/button.tsx'
import { ToastProvider } from '#app/components/ui/toast.tsx'
import { watchConnection } from '#app/connection-watch.ts'
import { serverContext } from '#app/context.ts'
import {
  BOOT_ID,
  HYDRATED_EVENT,
  PUBLISHABLE_KEY_META,
  STYLES_ID,
  useInlineParts,
} from '#app/document/inline-parts.ts'
import { reportLoadFailure } from '#app/document/load-failure.ts'
import { useNonce } from '#app/document/nonce.ts'
import { useLanguage, useTranslation } from '#app/hooks/use-translation.ts'
import { loadMessages, messagesUrl } from '#app/messages.ts'
import { moreSections } from '#app/more-sections.server.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { leaveLanguage } from '#app/routes/leave-language.server.ts'
import { nextTurnOf } from '#core/domain/notice.ts'
import { ownSiteData, type SiteData } from '#core/domain/site-data.ts'
import { siteWordsOf } from '#core/domain/site-words.ts'
import { languageOfUrl, localizedPath } from '#core/i18n/languages.ts'
import { webManifestPath } from '#core/paths.ts'
import type { Route } from './+types/root.ts'
import stylesheet from './styles/app.css?url'

/**
 * The data that every page may need in the browser; it is not loaded again while the page is open. The language is declared
 * here because the whole document depends on it.
 */
export const loader = cachedLoader(['lang'], ({ context }: CachedLoaderArgs<Route.LoaderArgs>): SiteData => {
  const { siteUrl, publishableKey, settings, expireAfter } = context.get(serverContext)
  const now = Date.now()
  expireAfter((nextTurnOf(settings.notice, now) - now) / 1000)
  return {
    siteUrl,
    publishableKey,
    ...siteWordsOf(settings),
    ...ownSiteData(settings),
    ...moreSections(settings),
  }
})

export const middleware: Route.MiddlewareFunction[] = [leaveLanguage]

export function shouldRevalidate() {
  return false
}

/** Styles are inline, except in development. */
export const links: Route.LinksFunction = () =>
  import.meta.env.DEV ? [{ rel: 'stylesheet', href: stylesheet }] : []

/** The navigation goes on as another one, or not at all. */
const NEVER = new Promise<never>(() => {})

/** Loads the messages of the language before a navigation to a page in another one; and reports when the network is lost. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }, next) => {
    try {
      await loadMessages(languageOfUrl(new URL(request.url)))
    } catch (error) {
      console.error(error)
      if (reportLoadFailure(true)) return NEVER
      // Without messages nothing can be rendered, not even an error, so the server renders the page.
      throw redirectDocument(request.url)
    }
    const results = await next()
    // This is what `fetch` throws when there is no response.
    const isLost = Object.values(results).some(({ result }) => result instanceof TypeError)
    return isLost && !request.signal.aborted && reportLoadFailure(true) ? NEVER : results
  },
]

export function Layout({ children }: { children: React.ReactNode }) {
  const language = useLanguage()
  const nonce = useNonce()
  const { boot, styles } = useInlineParts()
  const site = useRouteLoaderData<typeof loader>('root')
  return (
    <html lang={language} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script; the policy carries its hash */}
        <script id={BOOT_ID} nonce={nonce} dangerouslySetInnerHTML={{ __html: boot }} />
        {import.meta.env.PROD && (
          // biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet
          <style id={STYLES_ID} nonce={nonce} dangerouslySetInnerHTML={{ __html: styles }} />
        )}
        <link
          rel="preload"
          as="fetch"
          href={messagesUrl(language, site)}
          crossOrigin="anonymous"
          fetchPriority="low"
        />
        {site && <meta name={PUBLISHABLE_KEY_META} content={site.publishableKey} />}
        <link rel="manifest" href={webManifestPath(language)} />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root() {
  const { t } = useTranslation()
  // After the components that render differently without scripts have rendered again.
  useEffect(() => {
    const timer = setTimeout(() => {
      window.dispatchEvent(new Event(HYDRATED_EVENT))
      watchConnection()
    })
    return () => clearTimeout(timer)
  }, [])
  return (
    <ToastProvider regionLabel={t('toast.region')} closeLabel={t('toast.close')}>
      <Outlet />
    </ToastProvider>
  )
}

/** Shown when rendering a page failed: the status and links to retry and to the home page, never a stack trace. */
export function ErrorBoundary() {
  const { language, t } = useTranslation()
  const location = useLocation()
  const error = useRouteError()
  const status = isRouteErrorResponse(error) ? error.status : 500
  return (
    <main className="page grid grow content-center py-16">
      {/* The failed page no longer renders its own title. */}
      <title>{`${t('error.unexpected.title')} - ${t('site.name')}`}</title>
      <p
        aria-hidden
        className="font-display text-[clamp(5rem,16vw,11rem)] leading-[0.85] font-medium text-edge"
      >
        {status}
      </p>
      <h1 className="mt-6 font-display text-headline font-medium">{t('error.unexpected.title')}</h1>
      <p className="mt-4 max-w-xl font-serif text-deck text-soft">{t('error.unexpected.text')}</p>
      {/* Plain links with a full page load: the client-side router may be what failed. */}
      <p className="mt-8 flex flex-wrap gap-3">
        <a href={location.pathname + location.search} className={buttonStyles()}>
          {t('error.retry')}
        </a>
        <a href={localizedPath('/', language)} className={buttonStyles({ variant: 'secondary' })}>
          {t('notFound.home')}
        </a>
      </p>
    </main>
  )
}
