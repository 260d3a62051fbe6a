import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
} from 'react-router'
import { serverContext } from '#app/context.ts'
import { isWithoutDatabase, noteWithoutDatabase, respondWith } from '#app/document/documents.ts'
import { writeDocument } from '#app/document/write-document.tsx'
import { registerMessages } from '#app/messages.ts'
import { isDatabaseAway } from '#core/data/client.ts'
import type { SiteData } from '#core/domain/site-data.ts'
import { catalogsForPages, type Publication, publicationCatalogs } from '#core/i18n/publication-catalogs.ts'

// Loaders have the settings, and components the part of them that the root loader has returned.
registerMessages((site: SiteData | Publication) =>
  'siteUrl' in site ? catalogsForPages(site.messages) : publicationCatalogs(site),
)

/** Writes the whole document of a page of the desk before it responds, because it is cached and sent as one piece. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  provided: Readonly<RouterContextProvider>,
): Promise<Response> {
  const { body, policy } = await writeDocument(request.url, context, provided.get(serverContext).settings)
  // Vite's live updates need inline scripts of their own, and a socket.
  if (import.meta.env.PROD) headers.set('content-security-policy', policy)
  return respondWith(body, { headers, status: isWithoutDatabase(request) ? 503 : status })
}

/** Errors of a visitor's making get a response and no log line: they must not fill the operator's terminal. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  if (isDatabaseAway(error)) noteWithoutDatabase(request)
  else console.error(error)
}
