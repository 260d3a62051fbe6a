import { randomUUID } from 'node:crypto'
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, ServerRouter } from 'react-router'
import { BOOT_SCRIPT } from '#app/boot-script.ts'
import { InlineParts } from '#app/inline-parts.ts'
import { registerCatalogs } from '#app/messages.ts'
import { renderPage } from '#app/render-page.ts'
import { ScriptMark } from '#app/script-mark.ts'
import { CATALOGS } from '#core/i18n/catalogs.ts'

registerCatalogs(CATALOGS)

/** A page as React wrote it; what the server has to do with in it carries the mark as its nonce. */
export interface RenderedDocument {
  html: Buffer
  mark: string
}

const documents = new WeakMap<Response, RenderedDocument>()
/** Requests whose page could not be made because the database did not answer. */
const withoutDatabase = new WeakSet<Request>()

/** The page that goes with a response. It is not its body, which would be copied, checked and turned into text on the way. */
export function documentOf(response: Response): RenderedDocument | undefined {
  return documents.get(response)
}

/** Renders the whole page before answering: it is kept and sent as one piece. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const mark = randomUUID()
  const page = (
    <ScriptMark value={mark}>
      <InlineParts value={{ styles: '', boot: BOOT_SCRIPT }}>
        <ServerRouter context={context} url={request.url} nonce={mark} />
      </InlineParts>
    </ScriptMark>
  )
  const { html, failed } = await renderPage(page, { nonce: mark, context })
  headers.set('content-type', 'text/html; charset=utf-8')
  const isAway = withoutDatabase.has(request)
  if (isAway) headers.set('retry-after', '1')
  const response = new Response(null, { headers, status: isAway ? 503 : failed ? 500 : status })
  documents.set(response, { html, mark })
  return response
}

/** What a visitor asked wrongly is answered, not logged: strangers must not fill the operator's terminal. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  if (isDatabaseAway(error)) withoutDatabase.add(request)
  console.error(error)
}

/** The data service's answers when PostgreSQL cannot be reached, or has no connection free in time. */
function isDatabaseAway(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'PGRST000' || error.code === 'PGRST003')
}
