import { hash } from 'node:crypto'
import type { RenderedDocument } from '#app/entry.server.tsx'
import { findMarked, type Marked, type Range } from '#server/ssr/find-marked.ts'
import { startAfterPaint } from '#server/ssr/start-after-paint.ts'

const PRELOAD = /^<link rel="modulepreload" href="([^"]+)"/
const NOTHING = Buffer.alloc(0)

/**
 * Makes of a page as React wrote it the page that leaves, and the policy that allows exactly our inline scripts: the style
 * sheet is put in, scripts start after the first paint, and the mark comes off. A script without the mark, however it came into
 * the page, does not run. All of it is done to bytes: turning a long page into text and back takes a millisecond.
 */
export function sealPage(
  { html, mark }: RenderedDocument,
  { styles = NOTHING, startsAfterPaint = true } = {},
): { body: Buffer<ArrayBuffer>; policy: string } {
  const marked = findMarked(html, mark)
  const codes = new Map<Marked, Buffer>()
  for (const element of marked) {
    if (element.code && !/\ssrc=/.test(element.tag)) codes.set(element, html.subarray(...element.code))
  }
  const hasLateStart = startsAfterPaint && delayStart(marked, codes)

  const pieces: Buffer[] = []
  let end = 0
  const replace = (range: Range, by: Buffer) => {
    pieces.push(html.subarray(end, range[0]), by)
    end = range[1]
  }
  for (const element of marked) {
    if (hasLateStart && PRELOAD.test(element.tag)) {
      replace(element.opening, NOTHING)
      continue
    }
    replace(element.nonce, NOTHING)
    const code = codes.get(element)
    if (code && element.code) replace(element.code, code)
    const [, afterTag] = element.opening
    if (element.tag.startsWith('<style ')) replace([afterTag, afterTag], styles)
  }
  pieces.push(html.subarray(end))
  return { body: Buffer.concat(pieces), policy: contentSecurityPolicy(codes.values()) }
}

/** Puts the code that waits for the first paint in the place of the one that does not; false where there is none such. */
function delayStart(marked: Marked[], codes: Map<Marked, Buffer>): boolean {
  const preloads = marked.flatMap(({ tag }) => PRELOAD.exec(tag)?.[1] ?? [])
  for (const [element, code] of codes) {
    const late = element.tag.includes(' type="module"') ? startAfterPaint(code.toString(), preloads) : null
    if (late === null) continue
    codes.set(element, Buffer.from(late))
    return true
  }
  return false
}

/** Style attributes are allowed: mails shown in the admin inherit the policy. */
function contentSecurityPolicy(codes: Iterable<Buffer>): string {
  const hashes = new Set([...codes].map((code) => `'sha256-${hash('sha256', code, 'base64')}'`))
  return [
    "default-src 'self'",
    `script-src 'self' ${[...hashes].join(' ')}`.trim(),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https:",
    "font-src 'self'",
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
