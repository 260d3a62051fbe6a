import { Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { BOOT_SCRIPT } from '#app/boot-script.ts'
import { serverContext } from '#app/context.ts'
import { useLanguage } from '#app/hooks/use-translation.ts'
import { catalogUrl, loadCatalog } from '#app/messages.ts'
import { languageOfUrl } from '#core/i18n/languages.ts'
import type { Route } from './+types/root.ts'
import './styles/app.css'

export { RootErrorScreen as ErrorBoundary } from '#app/components/layout/root-error-screen.tsx'

/** What every page in the browser may need to know of the server; it never changes while the page is open. */
export function loader({ context }: Route.LoaderArgs) {
  const { siteUrl, publishableKey } = context.get(serverContext)
  return { siteUrl, publishableKey }
}

export function shouldRevalidate() {
  return false
}

/** Whoever navigates to a page in another language gets its messages first. */
export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  async ({ request }, next) => {
    await loadCatalog(languageOfUrl(new URL(request.url)))
    return next()
  },
]

export function Layout({ children }: { children: React.ReactNode }) {
  const language = useLanguage()
  return (
    <html lang={language} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant; the policy carries its hash */}
        <script dangerouslySetInnerHTML={{ __html: BOOT_SCRIPT }} />
        <link rel="preload" as="fetch" href={catalogUrl(language)} crossOrigin="anonymous" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}
