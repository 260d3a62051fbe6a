import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
} from 'react-router'
import { serverContext } from '#app/context.ts'
import { writeDocument } from '#app/document/write-document.tsx'
import { registerMessages } from '#app/messages.ts'
import { isDatabaseAway } from '#core/data/client.ts'
import type { SiteData } from '#core/domain/site-data.ts'
import { languageOfUrl } from '#core/i18n/languages.ts'
import {
  catalogsForPages,
  type Publication,
  publicationCatalogs,
  publicationTranslator,
} from '#core/i18n/publication-catalogs.ts'

// Loaders have the settings, and components what the root loader has returned of them.
registerMessages((site: SiteData | Publication) =>
  'siteUrl' in site ? catalogsForPages(site.messages) : publicationCatalogs(site),
)

const documents = new WeakMap<Response, Buffer<ArrayBuffer>>()
const withoutDatabase = new WeakSet<Request>()

/** The document of a response. It is not its body, which would be copied, checked and turned into text on the way. */
export function documentOf(response: Response): Buffer<ArrayBuffer> | undefined {
  return documents.get(response)
}

/** Whether the page, feed or data could not be made because the database could not be reached. */
export function isWithoutDatabase(request: Request): boolean {
  return withoutDatabase.has(request)
}

/** Writes the whole document before it responds, because it is cached and sent as one piece. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  provided: Readonly<RouterContextProvider>,
): Promise<Response> {
  const mayFrame = headers.get('x-frame-options') === 'SAMEORIGIN' ? "'self'" : undefined
  const { settings, requestId } = provided.get(serverContext)
  const { body, policy, failed } = await writeDocument(request.url, context, { settings, mayFrame })
  headers.set('content-type', 'text/html; charset=utf-8')
  // Vite's live updates need inline scripts of their own, and a socket.
  if (import.meta.env.PROD) headers.set('content-security-policy', policy)
  const isAway = isWithoutDatabase(request)
  const response = new Response(null, { headers, status: isAway ? 503 : failed ? 500 : status })
  const id = response.status < 500 ? undefined : requestId()
  if (id === undefined) documents.set(response, body)
  else {
    const t = publicationTranslator(settings, languageOfUrl(new URL(request.url)))
    documents.set(response, withReference(body, t('error.reference', { id })))
  }
  return response
}

/** React leaves elements in the body that it did not render where they are. */
function withReference(document: Buffer<ArrayBuffer>, text: string): Buffer<ArrayBuffer> {
  const end = document.lastIndexOf('</main>') + '</main>'.length
  const reference = Buffer.from(`<p class="page pb-16 text-small text-soft">${text}</p>`)
  return Buffer.concat([document.subarray(0, end), reference, document.subarray(end)])
}

/** Errors of a visitor's making get a response and no log line: they must not fill the operator's terminal. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  if (isDatabaseAway(error)) withoutDatabase.add(request)
  else console.error(error)
}
