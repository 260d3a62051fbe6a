import { type Declaration, type Declarations, declare, readDeclarations } from '#core/html/declarations.ts'
import { hidesAll, isUnseen, isWhite, lookOf, PLAIN } from '#core/html/hiding.ts'

/** The width of the screen for which a page is read. */
const SCREEN_WIDTH = 1280

interface Rule {
  selector: string
  weight: number
  declarations: Declaration[]
}

export interface StyleSheets {
  /** Elements that a rule hides, if no other one overrides it. */
  hidden: ReadonlySet<Element>
  /** The declarations of the sheets and of the element itself. */
  styleOf(element: Element): Declarations
  /** Forgets the declarations of an element. */
  forget(element: Element): void
}

export function readStyleSheets(root: ParentNode): StyleSheets {
  const rules = [...root.querySelectorAll('style')]
    .filter(
      (sheet) =>
        !sheet.closest('noscript, template') && isForScreens(`@media ${sheet.getAttribute('media') ?? ''}`),
    )
    .flatMap((sheet) => [...rulesIn(sheet.textContent)])
  const ends: Ends = new Map(rules.map(({ selector, declarations }) => [selector, declarations]))
  // Most rules of a page are for other pages, and libraries take long to find nothing.
  const keys = new Set(rules.length === 0 ? [] : [...root.querySelectorAll('*')].flatMap(keysOf))
  const isColoured = rules.some(({ declarations }) => {
    const ground = styleFrom(declarations).get('background')
    return ground !== undefined && !isWhite(ground)
  })
  const hidden = new Set<Element>()
  const styles = new Map<Element, Declarations>()
  for (const { selector, declarations } of rules)
    if (keys.has(keyOf(selector)) && isHiding(styleFrom(declarations, ends)))
      for (const element of select(root, selector)) hidden.add(element)
  const byKey = Map.groupBy(rules, ({ selector }) => keyOf(selector))
  const declaredFor = (element: Element): Declaration[] =>
    keysOf(element)
      .flatMap((key) => byKey.get(key) ?? [])
      .filter(({ selector }) => matches(element, selector))
      .toSorted((one, other) => one.weight - other.weight)
      .flatMap(({ declarations }) => declarations)
      // A coloured ground may be behind white text anywhere.
      .filter(({ property, value }) => !(isColoured && property === 'color' && isWhite(value)))
  return {
    hidden,
    styleOf(element) {
      const style =
        styles.get(element) ??
        styleFrom([...hintsOf(element), ...declaredFor(element), ...inlineStyle(element)], ends)
      styles.set(element, style)
      return style
    },
    forget: (element) => void styles.set(element, new Map()),
  }
}

/** An element, or the tag of one. */
export type Tag = Pick<Element, 'localName' | 'getAttribute'>

/** The declarations of an element's own attributes. */
export const ownStyle = (tag: Tag): Declarations => styleFrom([...hintsOf(tag), ...inlineStyle(tag)])

const inlineStyle = (element: Tag) => readDeclarations(element.getAttribute('style') ?? '')

/** The declarations of presentational attributes, which sheets override. */
function hintsOf(element: Tag): Declaration[] {
  const ground = element.getAttribute('bgcolor') ?? element.getAttribute('background')
  const colour = element.localName === 'font' ? element.getAttribute('color') : null
  const display = element.getAttribute('hidden') === null ? null : 'none'
  return readDeclarations(
    Object.entries({ background: ground, color: colour, display })
      .flatMap(([property, value]) => (value ? [`${property}:${value}`] : []))
      .join(';'),
  )
}

/** The declarations of a frame at the end of an animation, by its at-rule. */
type Ends = ReadonlyMap<string, readonly Declaration[]>

/** The style that results from declarations in their order. */
function styleFrom(declarations: readonly Declaration[], ends: Ends = new Map()): Declarations {
  const style: Declarations = new Map()
  const apply = (isImportant: boolean, some = declarations) => {
    for (const declaration of some) if (declaration.isImportant === isImportant) declare(style, declaration)
  }
  apply(false)
  apply(true)
  apply(false, endOf(style, ends))
  apply(true)
  return style
}

/** A word of an animation that runs once, forwards, and is over within seconds. */
const RUNS_ONCE =
  /^(?!(?:reverse|alternate|alternate-reverse|infinite|paused|none)$)(?:[a-z_][\w-]*|1|\d?(?:\.\d+)?s|\d{1,4}ms)?$/

/** The declarations of an animation that stays at its end. Several at once, or one in other properties, do not count. */
function endOf(style: Declarations, ends: Ends): readonly Declaration[] {
  const words =
    style
      .get('animation')
      ?.replace(/(?:cubic-bezier|steps)\([^)]*\)/, '')
      .split(' ') ?? []
  const others = [...style].filter(([property]) => property.startsWith('animation-'))
  const stays =
    words.some((word) => /^(?:forwards|both)$/.test(word)) &&
    style.get('display') !== 'none' &&
    others.every(([property]) => /-(?:delay|duration|timing-function)$/.test(property)) &&
    [...words, ...others.map(([, value]) => value)].every((word) => RUNS_ONCE.test(word))
  return stays ? words.flatMap((word) => ends.get(atRuleOf(word)) ?? []) : []
}

const isHiding = (style: Declarations): boolean =>
  style.size > 0 && (hidesAll(style) || isUnseen(lookOf(style, PLAIN), () => 'white'))

function* rulesIn(source: string): Generator<Rule> {
  const around: string[] = []
  let [start, order] = [0, 0]
  const css = source.replace(/\/\*.*?\*\//gs, '')
  for (const { 0: brace, index } of css.matchAll(/[{}]/g)) {
    const text = css.slice(start, index)
    start = index + 1
    if (brace === '{') {
      around.push(text.slice(text.lastIndexOf(';') + 1).trim())
      continue
    }
    const selectors = around.pop() ?? ''
    const [, animation] = KEYFRAMES.exec(around.at(-1) ?? '') ?? []
    const isEnd = animation !== undefined && /(?:^|,)\s*(?:to|100%)\s*(?:,|$)/i.test(selectors)
    if (selectors.startsWith('@') || !around.slice(0, isEnd ? -1 : undefined).every(isForScreens)) continue
    const declarations = readDeclarations(text)
    if (declarations.length === 0) continue
    order += 1
    for (const selector of isEnd ? [atRuleOf(animation)] : selectors.split(/,(?![^(]*\))/)) {
      if (!STATE.test(selector))
        yield { selector: selector.trim(), weight: weightOf(selector) + order / 1e6, declarations }
    }
  }
}

const KEYFRAMES = /^@(?:-webkit-)?keyframes\s+["']?([\w-]+)/i

const atRuleOf = (animation: string) => `@keyframes ${animation.toLowerCase()}`

/** Selectors of a part of an element, or of a temporary state. */
const STATE =
  /::|:(?:before|after|first-letter|first-line|hover|focus|active|checked|target|visited|open|popover|disabled|placeholder|-)/

/** Returns true if a group of rules is in force on the screen of a reader. */
function isForScreens(group: string): boolean {
  if (/^@(?:supports|layer)\b/.test(group)) return true
  if (!/^@media\b/.test(group)) return false
  return group.split(',').some(
    (query) =>
      !/\b(?:not|print|speech)\b/.test(query) &&
      [...query.matchAll(/\(([^()]*)\)/g)].every(([, feature = '']) => {
        const [, end, number, unit] = /^\s*(min|max)-width\s*:\s*([\d.]+)(px|r?em)\s*$/.exec(feature) ?? []
        const width = Number(number) * (unit === 'px' ? 1 : 16)
        return end === 'min' ? width <= SCREEN_WIDTH : end === 'max' && width >= SCREEN_WIDTH
      }),
  )
}

/** The specificity of a selector (Selectors, "Calculating a selector's specificity"), roughly. */
const weightOf = (selector: string): number =>
  [/#[\w-]/g, /\.[\w-]|\[|:\w/g, /(?:^|[\s>+~(])[a-z]/gi].reduce(
    (weight, part) => weight * 100 + Math.min(99, selector.match(part)?.length ?? 0),
    0,
  )

/** A key by which the elements that match a selector can be found: the id, class or name in its last part. */
function keyOf(selector: string): string {
  const last =
    selector
      .replace(/:[\w-]+\([^)]*\)|\[[^\]]*\]/g, '')
      .split(/[\s>+~]+/)
      .at(-1) ?? ''
  return (
    /#[\w-]+/.exec(last)?.[0] ??
    /\.[\w-]+/.exec(last)?.[0] ??
    /^[a-z][\w-]*/i.exec(last)?.[0].toLowerCase() ??
    '*'
  )
}

const keysOf = (element: Element): string[] => [
  ...new Set([
    '*',
    element.localName,
    `#${element.id}`,
    ...(element.getAttribute('class') ?? '').split(/\s+/).map((name) => `.${/^[\w-]*/.exec(name)?.[0]}`),
  ]),
]

function select(root: ParentNode, selector: string): Iterable<Element> {
  try {
    return root.querySelectorAll(selector)
  } catch {
    return []
  }
}

function matches(element: Element, selector: string): boolean {
  try {
    return element.matches(selector)
  } catch {
    return false
  }
}
