const NOT_TEXT =
  /^(?:script|style|noscript|template|iframe|object|embed|svg|math|canvas|audio|video|select|option|datalist|textarea|input|button|dialog|slot)$/i
/** No page for readers nests deeper; what does would take libraries minutes. */
export const MAX_DEPTH = 200

/** A page is nested too deep to be read. */
export class TooComplex extends Error {
  override name = 'TooComplex'
}

/**
 * Removes what readers of the page do not see, so that nobody speaks through it to who reads the text.
 * @throws TooComplex
 */
export function removeHidden(document: Document): void {
  const rules = hidingRules(document)
  const root = document.documentElement
  let depth = 0
  for (let node: Node | null = root?.firstChild ?? null; node; ) {
    if (depth > MAX_DEPTH) throw new TooComplex()
    const isGone = node.nodeType === 1 ? isHidden(node as Element, rules) : node.nodeType !== 3
    let next: Node | null = isGone ? null : node.firstChild
    if (next) depth += 1
    for (let from: Node = node; !next && from !== root; ) {
      next = from.nextSibling
      if (next || !from.parentNode) break
      from = from.parentNode
      depth -= 1
    }
    if (isGone) node.parentNode?.removeChild(node)
    node = next
  }
}

function isHidden(element: Element, rules: HidingRules): boolean {
  if (/^(?:html|body)$/i.test(element.tagName)) return false
  // What machines are told of the page is read later.
  if (NOT_TEXT.test(element.tagName)) return element.getAttribute('type') !== 'application/ld+json'
  if (element.hasAttribute('hidden') || element.getAttribute('aria-hidden') === 'true') return true
  const style = plainStyle(element.getAttribute('style') ?? '')
  const classes = (element.getAttribute('class') ?? '').slice(0, 2000).split(/\s+/)
  if (hides(style) || rules.ids.has(element.id) || classes.some((name) => rules.classes.has(name)))
    return true
  const colour = colourOf(style, element) || (classes.some((name) => rules.white.has(name)) ? 'white' : '')
  return colour !== '' && isUnseen(colour, groundOf(element))
}

/** Declarations without comments, escapes and spaces. */
function plainStyle(style: string): string {
  return style
    .slice(0, 5_000)
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\\([\da-f]{1,6})\s?/gi, (_, code: string) =>
      String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0xffff)),
    )
    .replace(/\\/g, '')
    .replace(/\s+/g, '')
    .toLowerCase()
}

const HIDING: readonly RegExp[] = [
  /(?:^|;)display:none/,
  /(?:^|;)visibility:(?:hidden|collapse)/,
  /(?:^|;)content-visibility:hidden/,
  /(?:^|;)opacity:(?:0?\.0\d*|0+(?:\.0\d*)?)%?(?:;|!|$)/,
  /(?:^|;)font(?:-size)?:[^;]{0,60}?(?<![\d.])(?:0*\.?0+(?![\d.])|0?\.\d+(?=p[xt])|1(?:\.\d+)?(?=p[xt])|0?\.[0-2]\d*(?=r?em)|\d(?:\.\d+)?(?=%))(?:p[xt]|r?em|%|ex|v[wh])?(?:\/|;|!|$|[a-z"'])/,
  /(?:^|;)(?:left|right|top|bottom|text-indent|margin-left|margin-top|margin-right|inset):[^;]{0,40}?-\d{3,}/,
  /(?:^|;)transform:[^;]{0,60}?(?:scale[xy]?\(0*\.?0*[,)]|translate[xy3d]{0,2}\([^;)]{0,30}?-\d{3,})/,
  /(?:^|;)clip(?:-path)?:(?:rect\((?:0|1px|auto)|inset\((?:50|100)%|circle\(0)/,
  /(?:^|;)filter:[^;]{0,60}?opacity\(0*\.?0*%?\)/,
  /(?:^|;)(?:max-)?(?:height|width):[01](?:px|em|%)?(?:;|!|$)(?=.{0,400}overflow:(?:hidden|clip))/,
  /(?:^|;)overflow:(?:hidden|clip)(?=.{0,400};(?:max-)?(?:height|width):[01]?(?:px|em|%)?(?:;|!|$))/,
  /(?:^|;)(?:-webkit-text-fill-)?color:(?:transparent|(?:rgb|hsl)a?\([^)]{0,40}[,/]0*\.?0*%?\)|#[\da-f]{6}00|#[\da-f]{3}0)(?:;|!|$)/,
]

const hides = (style: string): boolean => style !== '' && HIDING.some((pattern) => pattern.test(style))

function colourOf(style: string, element: Element): string {
  const named = /^font$/i.test(element.tagName) ? (element.getAttribute('color') ?? '').toLowerCase() : ''
  return colourIn(style) || named
}

const colourIn = (style: string): string => /(?:^|;)color:([^;!]{1,40})/.exec(style)?.[1] ?? ''

const isWhite = (colour: string): boolean =>
  /^(?:white|snow|ivory|ghostwhite|floralwhite|whitesmoke|#f[\da-f]f[\da-f]f[\da-f](?:ff)?|#ffff?|rgba?\((?:(?:2[45]\d|100%),?){3}(?:[,/]?[\d.]+%?)?\)|hsla?\(\d+(?:deg)?,?\d+%,?(?:9[5-9]|100)%(?:[,/][\d.]+%?)?\))$/.test(
    colour,
  )

const isUnseen = (colour: string, ground: string): boolean =>
  colour === ground || (isWhite(colour) && isWhite(ground))

/** The colour behind an element, as it or one around it says. */
function groundOf(element: Element): string {
  for (let at: Element | null = element; at; at = at.parentElement) {
    const ground =
      groundIn(plainStyle(at.getAttribute('style') ?? '')) || at.getAttribute('bgcolor')?.toLowerCase()
    if (ground) return ground
  }
  return 'white'
}

/** The ground that declarations give; empty when they give none. */
function groundIn(style: string): string {
  const ground = /(?:^|;)background(?:-color|-image)?:([^;!]{1,200})/.exec(style)?.[1] ?? ''
  return /^(?:transparent|none|inherit|initial|unset)$/.test(ground) ? '' : ground
}

interface HidingRules {
  classes: ReadonlySet<string>
  ids: ReadonlySet<string>
  /** Classes with white text; none where the sheets colour any ground, which may be the one behind it. */
  white: ReadonlySet<string>
}

/** The classes and ids that the style sheets of the page hide everywhere; what depends on the medium or other selectors is not looked at. */
function hidingRules(document: Document): HidingRules {
  const [classes, ids, white] = [new Set<string>(), new Set<string>(), new Set<string>()]
  let isColoured = false
  const sheets = [...document.querySelectorAll('style')].slice(0, 50)
  for (const sheet of sheets) {
    const css = (sheet.textContent ?? '').slice(0, 200_000).replace(/\/\*.*?\*\//gs, '')
    for (const { selectors, declarations } of topLevelRules(css)) {
      const style = plainStyle(declarations)
      const ground = groundIn(style)
      isColoured ||= ground !== '' && !isWhite(ground)
      const isHiding = hides(style)
      if (!isHiding && !isWhite(colourIn(style))) continue
      for (const selector of selectors.split(',')) {
        const name = /^\s*[a-z]{0,10}([.#])([\w-]+)\s*$/i.exec(selector)
        if (name?.[1] === '.') (isHiding ? classes : white).add(name[2] ?? '')
        else if (name && isHiding) ids.add(name[2] ?? '')
      }
    }
  }
  return { classes, ids, white: isColoured ? new Set() : white }
}

function* topLevelRules(css: string): Generator<{ selectors: string; declarations: string }> {
  let [depth, start, selectors] = [0, 0, '']
  for (const { 0: brace, index } of css.matchAll(/[{}]/g)) {
    if (brace === '{') {
      if (depth === 0) selectors = css.slice(start, index).split(';').at(-1) ?? ''
      if (depth === 0) start = index + 1
      depth += 1
      continue
    }
    if (depth === 1 && !selectors.includes('@')) yield { selectors, declarations: css.slice(start, index) }
    depth = Math.max(0, depth - 1)
    if (depth === 0) start = index + 1
  }
}
