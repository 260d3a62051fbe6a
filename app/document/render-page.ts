import { transcode } from 'node:buffer'
import { Writable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { renderToPipeableStream, renderToString } from 'react-dom/server'
import type { EntryContext } from 'react-router'

export interface RenderedHtml {
  html: Buffer
  /** Whether a part of it could not be rendered. */
  failed: boolean
}

type Handoff = Pick<EntryContext, 'renderMeta' | 'serverHandoffStream'>

/**
 * Renders a whole page. With `renderToString` when all data is there, which takes a sixth less time than a stream; as a stream when
 * loaders returned promises, because `renderToString` does not wait for them.
 */
export async function renderPage(
  page: React.ReactElement,
  { nonce, context }: { nonce: string; context: Handoff },
): Promise<RenderedHtml> {
  const pieces = await readHandoff(context)
  // The first piece is the data that is there at once, the last is the end; promises come in between.
  if (pieces > 2) return renderStream(page, nonce)
  // A page may have megabytes: its data are written, and it is rendered and encoded, in turns of their own.
  await nextTurn()
  const html = `<!DOCTYPE html>${renderToString(page)}`
  await nextTurn()
  return { html: toBytes(html), failed: false }
}

/**
 * Reads all data for hydration and puts it into React Router's cache, so that rendering does not wait for it. Each promise of a
 * loader is a piece of its own. Returns the number of pieces.
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

/** A buffer for a page of half a million characters. */
const utf16 = Buffer.alloc(1024 * 1024)

/** Encodes by way of UTF-16, which is several times as fast in Node as `Buffer.from`. */
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
