import { escapeXml } from '#core/feeds/escape.ts'

/** A rule with the classes of which an element has to have one, the rules of a condition, or a part that is in every page. */
type Piece = string | { names: string[]; css: string } | { condition: string; pieces: Piece[] }

const DIVIDED = /^@layer (?:components|utilities)$/
/** Classes that scripts set on the root element of a page. */
const OF_ROOT = ['dark', 'night', 'can-share']

/**
 * Divides a minified style sheet, so that a page need not contain the half of it that none of its elements has a class for. Returns a
 * function that writes the sheet for the HTML of a page and further classes. Scripts that show elements with other classes load the whole
 * sheet before.
 */
export function divideStyles(css: string): (html: string, more?: ReadonlySet<string>) => string {
  const pieces = blocksOf(css).map(({ prelude, body, text }) =>
    DIVIDED.test(prelude) ? { condition: prelude, pieces: rulesOf(body) } : text,
  )
  return (html, more = new Set()) => write(pieces, new Set([...OF_ROOT, ...more, ...classesIn(html)]))
}

function rulesOf(css: string): Piece[] {
  return blocksOf(css).map(({ prelude, body, text }) => {
    if (!prelude.startsWith('@')) return { names: namesOf(prelude), css: text }
    return /^@(?:media|supports|container)/.test(prelude)
      ? { condition: prelude, pieces: rulesOf(body) }
      : text
  })
}

function write(pieces: readonly Piece[], used: ReadonlySet<string>): string {
  let css = ''
  for (const piece of pieces) {
    if (typeof piece === 'string') css += piece
    else if ('condition' in piece) {
      const rules = write(piece.pieces, used)
      if (rules) css += `${piece.condition}{${rules}}`
    } else if (piece.names.length === 0 || piece.names.some((name) => used.has(name))) css += piece.css
  }
  return css
}

interface Block {
  prelude: string
  body: string
  text: string
}

/** The rules and at-rules of a style sheet, which has no braces in strings. */
function blocksOf(css: string): Block[] {
  const blocks: Block[] = []
  let depth = 0
  let begin = 0
  let open = 0
  for (const { 0: mark, index } of css.matchAll(/[{};]/g)) {
    if (mark === '{' && depth++ === 0) open = index
    if (mark === '}') depth--
    if (depth > 0 || mark === '{') continue
    const text = css.slice(begin, index + 1)
    blocks.push(
      mark === '}'
        ? { prelude: css.slice(begin, open).trim(), body: css.slice(open + 1, index), text }
        : { prelude: text, body: '', text },
    )
    begin = index + 1
  }
  return blocks
}

/** The first class of each selector of a list: the others are of elements around it, or of a condition. None if one has no class. */
function namesOf(selectors: string): string[] {
  const names = withoutArguments(selectors)
    .split(',')
    .map((selector) => /\.((?:\\[0-9a-f]{1,6} ?|\\.|[\w-])+)/.exec(selector)?.[1])
  return names.every((name) => name !== undefined) ? names.map(inHtml) : []
}

function withoutArguments(selectors: string): string {
  const without = selectors.replace(/(?<!\\)\((?:[^()\\]|\\.)*\)/g, '')
  return without === selectors ? selectors : withoutArguments(without)
}

/** The class of an identifier (https://drafts.csswg.org/css-syntax/#consume-escaped-code-point) as React writes it into HTML. */
function inHtml(identifier: string): string {
  const name = identifier.replace(/\\(?:([0-9a-f]{1,6}) ?|(.))/g, (_, code?: string, other?: string) =>
    code === undefined ? (other ?? '') : String.fromCodePoint(Number.parseInt(code, 16)),
  )
  return escapeXml(name).replaceAll("'", '&#x27;')
}

/** The classes that elements of the HTML have. */
export function classesIn(html: string): Set<string> {
  const names = new Set<string>()
  const known = new Set<string>()
  for (const [, value = ''] of html.matchAll(/ class="([^"]*)"/g)) {
    if (known.has(value)) continue
    known.add(value)
    for (const name of value.split(' ')) names.add(name)
  }
  return names
}
