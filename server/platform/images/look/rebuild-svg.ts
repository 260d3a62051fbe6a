import { SaxesParser, type SaxesTagNS } from 'saxes'
import { UnreadableImage } from '#server/platform/images/unreadable-image.ts'

export const SVG_MAX_BYTES = 200 * 1024
const MAX_ELEMENTS = 2_000
const MAX_DEPTH = 32
/** The most declarations of one class. */
const MAX_DECLARATIONS = 50
const SVG_NAMESPACE = 'http://www.w3.org/2000/svg'
/** Wider or higher than this nothing is a logo. */
const MAX_RATIO = 20
/** The length of a side, in its own units: below it nothing is left after rounding, above it no picture can be made of it. */
const SIDE = { min: 0.1, max: 100_000 }
/** The characters in all clips, as often as they are used: each use is drawn anew. */
const MAX_CLIPPED = 2_000_000

/** A drawing of shapes alone. */
export interface Drawing {
  width: number
  height: number
  elements: DrawnElement[]
  /** Attributes of the root. */
  paint: Map<string, string>
  viewBox: string
}

export interface DrawnElement {
  name: string
  attributes: Map<string, string>
  children: DrawnElement[]
}

/**
 * Reads an SVG and keeps what draws: shapes, groups, gradients and clips, with attributes whose values have the form that they must
 * have. Scripts, styles, links, references to other files, entities and animations are not part of the result.
 * @throws UnreadableImage
 */
export function readSvg(bytes: Buffer): Drawing {
  if (bytes.length > SVG_MAX_BYTES)
    throw new UnreadableImage(`has more than ${SVG_MAX_BYTES / 1024} kB, which is too much for a drawing.`)
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UnreadableImage('is not encoded in UTF-8.')
  }
  const { root, rules } = parse(text)
  const attributes = styled(root, rules)
  const elements = build(root.children, rules)
  if (!hasShape(elements)) throw new UnreadableImage('contains no shapes.')
  if (clippedLength(elements) > MAX_CLIPPED)
    throw new UnreadableImage('is clipped too often. Export it with its clips applied.')
  // A shape without a fill is black, and can be recoloured only if that is written.
  const paint = new Map([['fill', '#000000'], ...attributes])
  return { ...sizeOf(root), elements, paint }
}

/** The drawing as a file. `recolour` gets every colour. */
export function writeSvg(
  { width, height, viewBox, elements, paint }: Drawing,
  recolour: (color: string) => string = (color) => color,
): string {
  const write = (attributes: Iterable<readonly [string, string]>) =>
    Array.from(attributes, ([name, value]) => {
      const shown = COLORED.has(name) ? recolour(hexOf(value)) : value
      return ` ${name}="${shown.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"`
    }).join('')
  const element = ({ name, attributes, children }: DrawnElement): string =>
    children.length === 0
      ? `<${name}${write(attributes)}/>`
      : `<${name}${write(attributes)}>${children.map(element).join('')}</${name}>`
  const size = [
    ['width', String(round(width))],
    ['height', String(round(height))],
    ['viewBox', viewBox],
  ] as const
  return `<svg xmlns="${SVG_NAMESPACE}"${write([...size, ...paint])}>${elements.map(element).join('')}</svg>`
}

interface Node {
  name: string
  attributes: Map<string, string>
  children: Node[]
}

type Rules = ReadonlyMap<string, [string, string][]>

function parse(text: string): { root: Node; rules: Rules } {
  const parser = new SaxesParser({ xmlns: true })
  const rules = new Map<string, [string, string][]>()
  const open: Node[] = []
  let root: Node | null = null
  let elements = 0
  /** The depth inside an element that is left out; its style sheet is read. */
  let skipped = 0
  let css: string | null = null

  parser.on('error', () => {
    throw new UnreadableImage('is not well-formed XML.')
  })
  parser.on('doctype', (doctype) => {
    if (doctype.includes('[')) throw new UnreadableImage('declares entities. Export it as plain SVG.')
  })
  parser.on('opentag', (tag: SaxesTagNS) => {
    const { local: name, uri } = tag
    if (++elements > MAX_ELEMENTS) throw new UnreadableImage(`has more than ${MAX_ELEMENTS} elements.`)
    if (open.length + skipped >= MAX_DEPTH)
      throw new UnreadableImage(`has elements more than ${MAX_DEPTH} deep.`)
    if (!root && (name !== 'svg' || uri !== SVG_NAMESPACE)) throw new UnreadableImage('is no SVG drawing.')
    const refusal = uri === SVG_NAMESPACE && skipped === 0 ? REFUSED.get(name) : undefined
    if (refusal) throw new UnreadableImage(refusal)
    if (skipped > 0 || uri !== SVG_NAMESPACE || !isElement(name) || (root && name === 'svg')) {
      skipped++
      if (skipped === 1 && name === 'style' && uri === SVG_NAMESPACE) css = ''
      return
    }
    const attributes = new Map(
      Object.values(tag.attributes).flatMap(({ local, prefix, value }) =>
        prefix === '' || (prefix === 'xlink' && local === 'href') ? [[local, value] as const] : [],
      ),
    )
    const node: Node = { name, attributes, children: [] }
    open.at(-1)?.children.push(node)
    root ??= node
    open.push(node)
  })
  parser.on('text', (value) => {
    if (css !== null) css += value
  })
  parser.on('cdata', (value) => {
    if (css !== null) css += value
  })
  parser.on('closetag', () => {
    if (skipped === 0) open.pop()
    else if (--skipped === 0 && css !== null) {
      readRules(css, rules)
      css = null
    }
  })
  parser.write(text).close()
  if (!root) throw new UnreadableImage('is no SVG drawing.')
  return { root, rules }
}

/** Rules for single classes, as drawing programs write them. */
function readRules(css: string, rules: Map<string, [string, string][]>): void {
  for (const rule of css.split('}')) {
    const at = rule.indexOf('{')
    const declarations = readDeclarations(rule.slice(at + 1)).slice(0, MAX_DECLARATIONS)
    for (const selector of at < 0 ? [] : rule.slice(0, at).split(',')) {
      const name = /^\.([\w-]{1,64})$/.exec(selector.trim())?.[1]
      const known = rules.get(name ?? '') ?? []
      if (name && known.length < MAX_DECLARATIONS) rules.set(name, [...known, ...declarations])
    }
  }
}

/** The allowed attributes of an element; rules and its own `style` go before what is written as an attribute. */
function styled({ name, attributes }: Node, rules: Rules): Map<string, string> {
  const classes = (attributes.get('class') ?? '').split(/\s+/).slice(0, 10)
  const own = [
    ...attributes,
    ...classes.flatMap((one) => rules.get(one) ?? []),
    ...readDeclarations(attributes.get('style') ?? ''),
  ]
  return new Map(own.filter(([attribute, value]) => isAllowed(name, attribute, value.trim())))
}

function build(nodes: readonly Node[], rules: Rules, isClip = false): DrawnElement[] {
  return nodes.map((node) => {
    const attributes = styled(node, rules)
    // A clip that is clipped again could be drawn billions of times.
    const isInClip = isClip || node.name === 'clipPath'
    if (isInClip) attributes.delete('clip-path')
    const children = SHAPES.has(node.name) ? [] : build(node.children, rules, isInClip)
    return { name: node.name, attributes, children }
  })
}

const hasShape = (elements: readonly DrawnElement[]): boolean =>
  elements.some(({ name, children }) => SHAPES.has(name) || (name !== 'defs' && hasShape(children)))

function sizeOf({ attributes }: Node): { width: number; height: number; viewBox: string } {
  const lengthOf = (name: string) => Number(/^\s*([\d.]+)(?:px)?\s*$/.exec(attributes.get(name) ?? '')?.[1])
  const box = (attributes.get('viewBox') ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number)
  const [left = 0, top = 0, width = Number.NaN, height = Number.NaN] =
    box.length === 4 ? box : [0, 0, lengthOf('width'), lengthOf('height')]
  const isUsable =
    [left, top, width, height].every((value) => Math.abs(value) <= SIDE.max) &&
    width >= SIDE.min &&
    height >= SIDE.min &&
    Math.max(width / height, height / width) <= MAX_RATIO
  if (!isUsable)
    throw new UnreadableImage(
      'has no usable size: it needs a viewBox, at most 20 times as wide as high, of at most 100,000 units.',
    )
  return { width, height, viewBox: [left, top, width, height].map(round).join(' ') }
}

const COLORED = new Set(['fill', 'stroke', 'stop-color', 'color'])
/** Names that drawing programs write. */
const NAMED = new Map(
  Object.entries({
    black: '#000000',
    white: '#ffffff',
    gray: '#808080',
    grey: '#808080',
    red: '#ff0000',
    green: '#008000',
    blue: '#0000ff',
    navy: '#000080',
    orange: '#ffa500',
    gold: '#ffd700',
  }),
)

/** A colour with six digits where it can be written so; an image has no colour around it. */
function hexOf(value: string): string {
  const color = value.trim().toLowerCase()
  if (color === 'currentcolor') return '#000000'
  const short = /^#([\da-f])([\da-f])([\da-f])$/.exec(color)
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`
  const rgb = /^rgb\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\s*\)$/.exec(color)
  if (rgb)
    return `#${rgb
      .slice(1)
      .map((part) => Math.min(Number(part), 255).toString(16).padStart(2, '0'))
      .join('')}`
  return NAMED.get(color) ?? value.trim()
}

const round = (value: number) => Math.round(value * 1000) / 1000

/** Counts the characters of the clips of these elements, each as often as it is used: every use draws it anew. */
function clippedLength(elements: readonly DrawnElement[]): number {
  const all = elements.flatMap(withChildren)
  const clips = new Map<string, number>()
  for (const element of all) {
    const id = element.attributes.get('id')
    // If two have the same id, a program may use either.
    if (element.name === 'clipPath' && id !== undefined)
      clips.set(id, Math.max(clips.get(id) ?? 0, lengthOf(element)))
  }
  return all.reduce((sum, { attributes }) => {
    const [, id = ''] = /#([\w.-]+)/.exec(attributes.get('clip-path') ?? '') ?? []
    return sum + (clips.get(id) ?? 0)
  }, 0)
}

const withChildren = (element: DrawnElement): DrawnElement[] => [
  element,
  ...element.children.flatMap(withChildren),
]

function lengthOf(element: DrawnElement): number {
  const values = withChildren(element).flatMap(({ attributes }) => [...attributes.values()])
  return values.reduce((sum, value) => sum + value.length, 0)
}

/** The vocabulary of a drawing. Everything else is left out when it is rebuilt. */
const NUMBER = /^[-+\d.eE]{1,24}(?:px|%)?$/
const NUMBERS = /^[-+\d.eE,\s]{1,200000}$/
const COLOR =
  /^(?:none|transparent|currentcolor|#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|[a-z]{3,20}|(?:rgb|hsl)a?\([\d\s.,%/deg-]{5,60}\))$/i
const REFERENCE = /^url\(["']?#([A-Za-z_][\w.-]{0,63})["']?\)$/
const ID = /^[A-Za-z_][\w.-]{0,63}$/
/** Each space has one place in it, so that no value takes long to be refused. */
const TRANSFORM =
  /^(?:(?:matrix|translate|scale|rotate|skewX|skewY)\s{0,3}\([-+\d.eE,\s]{1,200}\)[\s,]{0,20}){1,20}$/
const PATH = /^[MmZzLlHhVvCcSsQqTtAa\d\s,.eE+-]{1,200000}$/
const KEYWORD = /^[a-zA-Z]{3,20}$/

const paint = { is: (value: string) => COLOR.test(value) || REFERENCE.test(value) }
const only = (pattern: RegExp) => ({ is: (value: string) => pattern.test(value) })

/** Attributes of every shape and group, which style sheets and `style` may set too. */
const PAINTED = {
  fill: paint,
  stroke: paint,
  color: only(COLOR),
  opacity: only(NUMBER),
  'fill-opacity': only(NUMBER),
  'stroke-opacity': only(NUMBER),
  'stroke-width': only(NUMBER),
  'stroke-miterlimit': only(NUMBER),
  'fill-rule': only(KEYWORD),
  'clip-rule': only(KEYWORD),
  'stroke-linecap': only(KEYWORD),
  'stroke-linejoin': only(KEYWORD),
  'clip-path': only(REFERENCE),
  'stop-color': only(COLOR),
  'stop-opacity': only(NUMBER),
  display: only(/^none$/),
  visibility: only(/^hidden$/),
}
const SHAPE = { id: only(ID), transform: only(TRANSFORM) }
const numbers = (...names: string[]) => Object.fromEntries(names.map((name) => [name, only(NUMBER)]))
const GRADIENT = {
  id: only(ID),
  href: only(/^#[A-Za-z_][\w.-]{0,63}$/),
  gradientUnits: only(KEYWORD),
  gradientTransform: only(TRANSFORM),
  spreadMethod: only(KEYWORD),
}

type Attributes = Record<string, { is: (value: string) => boolean }>

/** The elements, with their own attributes. */
const ELEMENTS: ReadonlyMap<string, Attributes> = new Map<string, Attributes>([
  ['svg', {}],
  ['g', SHAPE],
  ['defs', {}],
  ['path', { ...SHAPE, d: only(PATH) }],
  ['rect', { ...SHAPE, ...numbers('x', 'y', 'width', 'height', 'rx', 'ry') }],
  ['circle', { ...SHAPE, ...numbers('cx', 'cy', 'r') }],
  ['ellipse', { ...SHAPE, ...numbers('cx', 'cy', 'rx', 'ry') }],
  ['line', { ...SHAPE, ...numbers('x1', 'y1', 'x2', 'y2') }],
  ['polyline', { ...SHAPE, points: only(NUMBERS) }],
  ['polygon', { ...SHAPE, points: only(NUMBERS) }],
  ['linearGradient', { ...GRADIENT, ...numbers('x1', 'y1', 'x2', 'y2') }],
  ['radialGradient', { ...GRADIENT, ...numbers('cx', 'cy', 'r', 'fx', 'fy') }],
  ['stop', numbers('offset')],
  ['clipPath', { ...SHAPE, clipPathUnits: only(KEYWORD) }],
])

/** The elements that draw something. */
const SHAPES = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'])

/** Elements without which a drawing would look different, so it is rejected, with advice for its maker. */
const REFUSED: ReadonlyMap<string, string> = new Map([
  ['text', 'has text, which every browser would draw in another typeface. Convert it to outlines.'],
  ['image', 'contains a picture made of pixels. Upload that as PNG or WebP.'],
  ['use', 'uses the element <use>. Export it with its shapes expanded.'],
  ['mask', 'uses masks. Export it with its shapes expanded.'],
  ['pattern', 'uses patterns. Export it with its shapes expanded.'],
  ['foreignObject', 'contains a part of a web page. Export it as a drawing alone.'],
])

const isElement = (name: string) => ELEMENTS.has(name)

function isAllowed(element: string, attribute: string, value: string): boolean {
  const own = ELEMENTS.get(element) ?? {}
  const rule = Object.hasOwn(own, attribute)
    ? own[attribute]
    : Object.hasOwn(PAINTED, attribute)
      ? PAINTED[attribute as keyof typeof PAINTED]
      : undefined
  return rule?.is(value) ?? false
}

/** The declarations of a `style` attribute or a rule, as attributes. */
function readDeclarations(css: string): [name: string, value: string][] {
  return css.split(';').flatMap((declaration): [string, string][] => {
    const at = declaration.indexOf(':')
    const name = declaration.slice(0, at).trim().toLowerCase()
    return at > 0 && Object.hasOwn(PAINTED, name) ? [[name, declaration.slice(at + 1).trim()]] : []
  })
}
