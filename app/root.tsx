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
import { DocumentHead, useNonce } from '#app/document/document-head.tsx'
import { ErrorScreen } from '#app/document/error-screen.tsx'
import { useInlineParts } from '#app/document/inline-parts.ts'
import { Page } from '#app/document/page-context.ts'
import { siteDataOf } from '#app/document/site-data.server.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { messagesUrl } from '#app/messages.ts'
import { type CachedLoaderArgs, cachedLoader } from '#app/routes/cached-loader.ts'
import { leaveLanguage } from '#app/routes/leave-language.server.ts'
import { DEFAULT_LANGUAGE } from '#core/i18n/languages.ts'
import type { Route } from './+types/root.ts'
import stylesheet from './styles/app.css?url'

/*
 * The document of the desk, whose pages React Router shows in the browser. Those for readers are documents of the server
 * (app/document/serve-page.tsx).
 */

/** The data that every page may need in the browser; it is not loaded again while the page is open. */
export const loader = cachedLoader([], ({ context }: CachedLoaderArgs<Route.LoaderArgs>) =>
  siteDataOf(context.get(serverContext)),
)

export const middleware: Route.MiddlewareFunction[] = [leaveLanguage]

export function shouldRevalidate() {
  return false
}

/** Styles are inline; in development they are a file, which Vite updates. */
export const links: Route.LinksFunction = () =>
  import.meta.env.DEV ? [{ rel: 'stylesheet', href: stylesheet }] : []

export function Layout({ children }: { children: React.ReactNode }) {
  const { pathname } = useLocation()
  const site = useRouteLoaderData<typeof loader>('root')
  const nonce = useNonce()
  const messages = messagesUrl(DEFAULT_LANGUAGE, site)
  return (
    // The desk is in English: the language that an address of it names is that of a text.
    <Page value={{ pathname, search: '', site }}>
      <html lang={DEFAULT_LANGUAGE} suppressHydrationWarning>
        <DocumentHead {...useInlineParts()} nonce={nonce}>
          <link
            rel="preload"
            as="fetch"
            href={messages}
            crossOrigin="anonymous"
            fetchPriority="low"
            data-messages={messages}
          />
          <Links />
        </DocumentHead>
        <body>
          {children}
          <ScrollRestoration nonce={nonce} />
          <Scripts nonce={nonce} />
        </body>
      </html>
    </Page>
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
