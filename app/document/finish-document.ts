import { contentSecurityPolicy, type MayFrame } from '#app/document/content-security-policy.ts'
import { BOOT_ID } from '#app/document/inline-parts.ts'

/** The imports of the manifest and of the routes, then the rest. */
const START_SCRIPT = /^((?:import [^\n]+;\n)+)([\s\S]*)$/
const IMPORT = /^import (?:\* as (\w+) from )?("[^"]+");$/gm

/** A range of bytes in a document; `end` is exclusive. */
type Range = readonly [start: number, end: number]

/** An element with the nonce. */
interface NonceElement {
  /** The opening tag as text. */
  tag: string
  opening: Range
  /** The nonce attribute, with the space before it. */
  attribute: Range
  /** The content of a script; null for other elements. */
  code: Range | null
}

const LESS = '<'.charCodeAt(0)

const GREATER = '>'.charCodeAt(0)

const END_OF_SCRIPT = Buffer.from('</script>')

/** A document as it is sent, and its content security policy. */
export interface FinishedDocument {
  body: Buffer<ArrayBuffer>
  policy: string
}

interface FinishOptions {
  /** Inserted before the boot script, which may change it. */
  head?: Buffer
  styles?: Buffer
  startsAfterPaint?: boolean
  mayFrame?: MayFrame | undefined
}

const PRELOAD = /^<link rel="modulepreload" href="([^"]+)"/
const NOTHING = Buffer.alloc(0)

/**
 * Turns the document that React rendered into the one that is sent: inserts the style sheet and the constant part of the
 * head, delays scripts until after the first paint, and removes the nonce. The policy allows the inline scripts that had the nonce, so an injected script does not
 * run. It works on bytes, because decoding and encoding a long page takes a millisecond.
 */
export function finishDocument(
  html: Buffer,
  nonce: string,
  { head = NOTHING, styles = NOTHING, startsAfterPaint = true, mayFrame }: FinishOptions = {},
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
    const [beforeTag, afterTag] = element.opening
    if (element.tag.includes(` id="${BOOT_ID}"`)) replace([beforeTag, beforeTag], head)
    replace(element.attribute, NOTHING)
    const code = codes.get(element)
    if (code && element.code) replace(element.code, code)
    if (element.tag.startsWith('<style ')) replace([afterTag, afterTag], styles)
  }
  pieces.push(html.subarray(end))
  return { body: Buffer.concat(pieces), policy: contentSecurityPolicy(codes.values(), mayFrame) }
}

/** Makes the script that starts React Router wait for the first paint; returns false if there is none. */
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

/**
 * Rewrites React Router's start script so that it loads its modules after the first paint: pages work without scripts, so on a
 * slow connection text, fonts and images come first. `preloads` are modules to load together with the first ones. Null for a
 * script of another form.
 */
function startAfterPaint(code: string, preloads: readonly string[]): string | null {
  const [, imports, rest] = START_SCRIPT.exec(code) ?? []
  if (imports === undefined) return null
  const modules = [...imports.matchAll(IMPORT)]
  const names = modules.map(([, name = '']) => name).join()
  const paths = modules.map(([, , path]) => `import(${path})`).join()
  return [
    // A page in the background is never painted.
    'await new Promise(r=>document.hidden?r():requestAnimationFrame(()=>setTimeout(r)));',
    `for(const href of [${preloads.map((path) => `"${path}"`)}])document.head.append(Object.assign(document.createElement("link"),{rel:"modulepreload",href}));`,
    `const [${names}]=await Promise.all([${paths}]);`,
    rest,
  ].join('\n')
}

/** The elements of a document that have this nonce, in order. */
function findNonces(html: Buffer, nonce: string): NonceElement[] {
  const attribute = Buffer.from(` nonce="${nonce}"`)
  const found: NonceElement[] = []
  for (let at = html.indexOf(attribute); at >= 0; ) {
    const opening = [html.lastIndexOf(LESS, at), html.indexOf(GREATER, at) + 1] as const
    const tag = html.toString('latin1', ...opening)
    const codeEnd = tag.startsWith('<script ') ? html.indexOf(END_OF_SCRIPT, opening[1]) : -1
    const code = codeEnd < 0 ? null : ([opening[1], codeEnd] as const)
    found.push({ tag, opening, attribute: [at, at + attribute.length], code })
    at = html.indexOf(attribute, code?.[1] ?? opening[1])
  }
  return found
}
