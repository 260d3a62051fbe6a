import {
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useRouteError,
  useRouteLoaderData,
} from 'react-router'
import { ToastProvider } from '#app/components/ui/toast.tsx'
import { serverContext } from '#app/context.ts'
import { ErrorScreen } from '#app/document/error-screen.tsx'
import { BOOT_ID, PUBLISHABLE_KEY_META, STYLES_ID, useInlineParts } from '#app/document/inline-parts.ts'
import { useNonce } from '#app/document/nonce.ts'
import { Page, type PageContext } from '#app/document/page-context.ts'
import { siteDataOf } from '#app/document/site-data.server.ts'
import { useLanguage, useTranslation } from '#app/hooks/use-translation.ts'
import { messagesUrl } from '#app/messages.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { leaveLanguage } from '#app/routes/leave-language.server.ts'
import { webManifestPath } from '#core/paths.ts'
import type { Route } from './+types/root.ts'
import stylesheet from './styles/app.css?url'

/*
 * The document of the desk, whose pages React Router shows in the browser. Those for readers are documents of the server
 * (app/document/serve-page.tsx).
 */

/** The data that every page may need in the browser; it is not loaded again while the page is open. */
export const loader = cachedLoader(['lang'], ({ context }: CachedLoaderArgs<Route.LoaderArgs>) =>
  siteDataOf(context.get(serverContext)),
)

export const middleware: Route.MiddlewareFunction[] = [leaveLanguage]

export function shouldRevalidate() {
  return false
}

/** Styles are inline, except in development. */
export const links: Route.LinksFunction = () =>
  import.meta.env.DEV ? [{ rel: 'stylesheet', href: stylesheet }] : []

export function Layout({ children }: { children: React.ReactNode }) {
  const { pathname, search } = useLocation()
  const site = useRouteLoaderData<typeof loader>('root')
  const page: PageContext = { pathname, search, site }
  return (
    <Page value={page}>
      <DeskDocument>{children}</DeskDocument>
    </Page>
  )
}

function DeskDocument({ children }: { children: React.ReactNode }) {
  const language = useLanguage()
  const nonce = useNonce()
  const { boot, styles } = useInlineParts()
  const site = useRouteLoaderData<typeof loader>('root')
  const messages = messagesUrl(language, site)
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
          href={messages}
          crossOrigin="anonymous"
          fetchPriority="low"
          data-messages={messages}
        />
        {site && <meta name={PUBLISHABLE_KEY_META} content={site.publishableKey} />}
        <link rel="manifest" href={webManifestPath(language)} />
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
  return (
    <ToastProvider regionLabel={t('toast.region')} closeLabel={t('toast.close')}>
      <Outlet />
    </ToastProvider>
  )
}

/** Shown when rendering a page failed. The failed page no longer renders its own title. */
export function ErrorBoundary() {
  const { t } = useTranslation()
  const error = useRouteError()
  return (
    <>
      <title>{`${t('error.unexpected.title')} - ${t('site.name')}`}</title>
      <ErrorScreen status={isRouteErrorResponse(error) ? error.status : 500} />
    </>
  )
}
