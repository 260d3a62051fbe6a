import { randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, isRouteErrorResponse, ServerRouter } from 'react-router'
import { BOOT_SCRIPT } from '#app/boot-script.ts'
import { InlineParts } from '#app/inline-parts.ts'
import { registerCatalogs } from '#app/messages.ts'
import { SCRIPT_MARK_HEADER, ScriptMark } from '#app/script-mark.ts'
import de from '#core/i18n/messages/de.json'
import en from '#core/i18n/messages/en.json'
import es from '#core/i18n/messages/es.json'
import fr from '#core/i18n/messages/fr.json'
import it from '#core/i18n/messages/it.json'
import pt from '#core/i18n/messages/pt.json'

export { serverContext } from '#app/context.ts'
export { STYLES_ID } from '#app/inline-parts.ts'
export { SCRIPT_MARK_HEADER } from '#app/script-mark.ts'
export { default as styles } from './styles/app.css?inline'

registerCatalogs({ en, es, fr, de, it, pt })

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
  const { html, failed } = await render(page, mark)
  headers.set(SCRIPT_MARK_HEADER, mark)
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Response(html, { headers, status: failed ? 500 : status })
}

/** What a visitor asked wrongly is answered, not logged: strangers must not fill the operator's terminal. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return
  console.error(error)
}

function render(page: React.ReactElement, nonce: string): Promise<{ html: string; failed: boolean }> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let failed = false
    const sink = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        resolve({ html: Buffer.concat(chunks).toString('utf8'), failed })
        done()
      },
    })
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError(error) {
        failed = true
        console.error(error)
      },
    })
  })
}
