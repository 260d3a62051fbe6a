import { contentSecurityPolicy } from '#app/document/content-security-policy.ts'
import { findNonces, type NonceElement, type Range } from '#app/document/find-nonces.ts'
import { startAfterPaint } from '#app/document/start-after-paint.ts'

/** A document as it leaves, and the policy that goes with it. */
export interface FinishedDocument {
  body: Buffer<ArrayBuffer>
  policy: string
}

const PRELOAD = /^<link rel="modulepreload" href="([^"]+)"/
const NOTHING = Buffer.alloc(0)

/**
 * Makes of a document as React wrote it the one that leaves: the style sheet is put in, scripts start after the first
 * paint, and the nonce is removed. The policy allows the inline scripts that carried it; a script without it, however it
 * came into the page, does not run. All of it is done to bytes: turning a long page into text and back takes a
 * millisecond.
 */
export function finishDocument(
  html: Buffer,
  nonce: string,
  { styles = NOTHING, startsAfterPaint = true } = {},
): FinishedDocument {
  const elements = findNonces(html, nonce)
  const codes = new Map<NonceElement, Buffer>()
  for (const element of elements) {
    if (element.code && !/\ssrc=/.test(element.tag)) codes.set(element, html.subarray(...element.code))
  }
  const isDelayed = startsAfterPaint && delayStart(elements, codes)

  const pieces: Buffer[] = []
  let end = 0
  const replace = (range: Range, by: Buffer) => {
    pieces.push(html.subarray(end, range[0]), by)
    end = range[1]
  }
  for (const element of elements) {
    if (isDelayed && PRELOAD.test(element.tag)) {
      replace(element.opening, NOTHING)
      continue
    }
    replace(element.attribute, NOTHING)
    const code = codes.get(element)
    if (code && element.code) replace(element.code, code)
    const [, afterTag] = element.opening
    if (element.tag.startsWith('<style ')) replace([afterTag, afterTag], styles)
  }
  pieces.push(html.subarray(end))
  return { body: Buffer.concat(pieces), policy: contentSecurityPolicy(codes.values()) }
}

/** Replaces the script that starts React Router by one that waits for the first paint; false if there is none. */
function delayStart(elements: NonceElement[], codes: Map<NonceElement, Buffer>): boolean {
  const preloads = elements.flatMap(({ tag }) => PRELOAD.exec(tag)?.[1] ?? [])
  for (const [element, code] of codes) {
    const delayed = element.tag.includes(' type="module"') ? startAfterPaint(code.toString(), preloads) : null
    if (delayed === null) continue
    codes.set(element, Buffer.from(delayed))
    return true
  }
  return false
}
