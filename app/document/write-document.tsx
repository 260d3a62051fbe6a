import { randomUUID } from 'node:crypto'
import { renderToString } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { contentSecurityPolicy } from '#app/document/content-security-policy.ts'
import { Nonce } from '#app/document/document-head.tsx'
import { documentPartsOf } from '#app/document/document-parts.tsx'
import { InlineParts } from '#app/document/inline-parts.ts'
import { insertParts, type WrittenDocument } from '#app/document/insert-parts.ts'
import type { Settings } from '#core/domain/settings.ts'

/** Renders the whole document of a page of the desk, ready to be sent. */
export async function writeDocument(
  url: string,
  context: EntryContext,
  settings: Settings,
): Promise<WrittenDocument> {
  const nonce = randomUUID()
  await readHandoff(context)
  const html = renderToString(
    <Nonce value={nonce}>
      <InlineParts value={{ styles: '', boot: documentPartsOf(settings).boot }}>
        <ServerRouter context={context} url={url} nonce={nonce} />
      </InlineParts>
    </Nonce>,
  )
  const { body, codes } = withoutNonce(html, nonce)
  return insertParts(body, settings, contentSecurityPolicy(codes))
}

/** Reads all data for hydration and puts it into React Router's cache, so that rendering does not wait for it. */
async function readHandoff({ serverHandoffStream, renderMeta }: EntryContext): Promise<void> {
  if (!serverHandoffStream || !renderMeta) return
  const reader = serverHandoffStream.getReader()
  const decoder = new TextDecoder()
  const pieces: NonNullable<typeof renderMeta.streamCache> = {}
  for (let count = 0, done = false; !done; count++) {
    const piece = await reader.read()
    done = piece.done
    const result = { done, value: decoder.decode(piece.value, { stream: true }) }
    pieces[count] = Object.assign(Promise.resolve(), { result })
  }
  reader.releaseLock()
  renderMeta.streamCache = pieces
}

/**
 * Removes the nonce, and finds the inline scripts that had it, so that an injected one does not run: the policy allows these alone. The
 * nonce is random, so that no content has it.
 */
export function withoutNonce(html: string, nonce: string): { body: string; codes: Buffer[] } {
  const attribute = ` nonce="${nonce}"`
  const inline = new RegExp(`<script(?![^>]* src=)[^>]*${attribute}[^>]*>([^]*?)</script>`, 'g')
  const codes = Array.from(html.matchAll(inline), ([, code = '']) => Buffer.from(code))
  return { body: html.replaceAll(attribute, ''), codes }
}
