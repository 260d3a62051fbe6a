import { transcode } from 'node:buffer'
import { Writable } from 'node:stream'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import type { EntryContext } from 'react-router'

export interface RenderedHtml {
  html: Buffer
  /** Whether a part of it could not be rendered. */
  failed: boolean
}

type Handoff = Pick<EntryContext, 'renderMeta' | 'serverHandoffStream'>

/**
 * Renders a page whole. One that has all its data is written at once as text, which takes a sixth less than a stream of small
 * pieces; one whose loaders have promised some is a stream, because React waits for nothing while it writes text.
 */
export async function renderPage(
  page: React.ReactElement,
  { nonce, context }: { nonce: string; context: Handoff },
): Promise<RenderedHtml> {
  const pieces = await readHandoff(context)
  // What is there at once, and the end.
  if (pieces > 2) return renderStream(page, nonce)
  return { html: toBytes(`<!DOCTYPE html>${renderToString(page)}`), failed: false }
}

/**
 * Reads the data for hydration to its end and leaves it where React Router looks first, so that rendering never waits for it.
 * Each promise that a loader made is a piece of its own.
 */
async function readHandoff({ serverHandoffStream, renderMeta }: Handoff): Promise<number> {
  if (!serverHandoffStream || !renderMeta) return 0
  const reader = serverHandoffStream.getReader()
  const decoder = new TextDecoder()
  const pieces: NonNullable<typeof renderMeta.streamCache> = {}
  let count = 0
  for (let done = false; !done; count++) {
    const piece = await reader.read()
    done = piece.done
    const result = { done, value: decoder.decode(piece.value, { stream: true }) }
    pieces[count] = Object.assign(Promise.resolve(), { result })
  }
  reader.releaseLock()
  renderMeta.streamCache = pieces
  return count
}

function renderStream(page: React.ReactElement, nonce: string): Promise<RenderedHtml> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    let failed = false
    const sink = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        resolve({ html: Buffer.concat(chunks), failed })
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

/** Room for a page of half a million characters. */
const utf16 = Buffer.alloc(1024 * 1024)

/** By way of UTF-16, of which Node makes UTF-8 several times as fast as of text. */
function toBytes(text: string): Buffer {
  if (text.length * 2 > utf16.length) return Buffer.from(text)
  const length = utf16.write(text, 'utf16le')
  try {
    return transcode(utf16.subarray(0, length), 'utf16le', 'utf8')
  } catch {
    // Half a surrogate pair becomes a replacement character.
    return Buffer.from(text)
  }
}
