import { randomUUID } from 'node:crypto'
import { type EntryContext, ServerRouter } from 'react-router'
import type { BootSettings } from '#app/document/boot.ts'
import writeBootScript from '#app/document/boot.ts?script'
import { CONSTANT_HEAD, THEME_COLORS } from '#app/document/constant-head.ts'
import type { MayFrame } from '#app/document/content-security-policy.ts'
import { type FinishedDocument, finishDocument } from '#app/document/finish-document.ts'
import { HYDRATED_EVENT, InlineParts } from '#app/document/inline-parts.ts'
import { Nonce } from '#app/document/nonce.ts'
import { renderPage } from '#app/document/render-page.ts'
import { manifestOf } from '#app/document/routes-for-readers.ts'
import stylesheet from '#app/styles/app.css?inline'
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, PREFERRED_LANGUAGE_KEY } from '#core/i18n/languages.ts'

const BOOT_SETTINGS: BootSettings = {
  languages: LANGUAGE_CODES,
  unnamed: DEFAULT_LANGUAGE,
  key: PREFERRED_LANGUAGE_KEY,
  hydrated: HYDRATED_EVENT,
  themeColors: THEME_COLORS,
}
/** The style sheet, half of a page's size, is inserted after rendering. */
const INLINE_PARTS = { styles: '', boot: writeBootScript(BOOT_SETTINGS) }
const STYLES = Buffer.from(stylesheet)

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
  { mayFrame }: { mayFrame?: MayFrame | undefined } = {},
): Promise<WrittenDocument> {
  const nonce = randomUUID()
  const page = (
    <Nonce value={nonce}>
      <InlineParts value={INLINE_PARTS}>
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
  const parts = { head: CONSTANT_HEAD, styles: STYLES, startsAfterPaint, mayFrame }
  return { ...finishDocument(html, nonce, parts), failed }
}

function withOwnManifest(context: EntryContext): EntryContext {
  const matched = context.staticHandlerContext.matches.map(({ route }) => route)
  return { ...context, manifest: { ...context.manifest, url: manifestOf(matched, context.manifest.url) } }
}
