import { randomUUID } from 'node:crypto'
import { type EntryContext, ServerRouter } from 'react-router'
import type { MayFrame } from '#app/document/content-security-policy.ts'
import { documentPartsOf } from '#app/document/document-parts.ts'
import { type FinishedDocument, finishDocument } from '#app/document/finish-document.ts'
import { InlineParts } from '#app/document/inline-parts.ts'
import { Nonce } from '#app/document/nonce.ts'
import { renderPage } from '#app/document/render-page.ts'
import { manifestOf } from '#app/document/routes-for-readers.ts'
import type { Settings } from '#core/domain/settings.ts'

export interface WrittenDocument extends FinishedDocument {
  /** Whether a part of the page could not be rendered. */
  failed: boolean
}

/**
 * Renders the whole document of a page, ready to be sent. In development scripts start at once, as Vite's live updates require.
 */
export async function writeDocument(
  url: string,
  context: EntryContext,
  { settings, mayFrame }: { settings: Settings; mayFrame?: MayFrame | undefined },
): Promise<WrittenDocument> {
  const nonce = randomUUID()
  const { head, styles, boot } = documentPartsOf(settings)
  // The style sheet, half of a page's size, is inserted after rendering.
  const inlineParts = { styles: '', boot }
  const page = (
    <Nonce value={nonce}>
      <InlineParts value={inlineParts}>
        <ServerRouter
          context={import.meta.env.PROD ? withOwnManifest(context) : context}
          url={url}
          nonce={nonce}
        />
      </InlineParts>
    </Nonce>
  )
  const { html, failed } = await renderPage(page, { nonce, context })
  const startsAfterPaint = import.meta.env.PROD
  const parts = { head, styles, startsAfterPaint, mayFrame }
  return { ...finishDocument(html, nonce, parts), failed }
}

/** With the routes of the page alone: the router derives all that it is given anew for each rendering. */
function withOwnManifest(context: EntryContext): EntryContext {
  const matched = context.staticHandlerContext.matches.map(({ route }) => route)
  const routes = Object.fromEntries(matched.map(({ id }) => [id, context.manifest.routes[id]]))
  const url = manifestOf(matched, context.manifest.url)
  return { ...context, manifest: { ...context.manifest, url, routes } }
}
