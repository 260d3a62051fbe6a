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
export const SHAPES = new Set(['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon'])

/** Elements without which a drawing would look different, so it is rejected, with advice for its maker. */
export const REFUSED: ReadonlyMap<string, string> = new Map([
  ['text', 'has text, which every browser would draw in another typeface. Convert it to outlines.'],
  ['image', 'contains a picture made of pixels. Upload that as PNG or WebP.'],
  ['use', 'uses the element <use>. Export it with its shapes expanded.'],
  ['mask', 'uses masks. Export it with its shapes expanded.'],
  ['pattern', 'uses patterns. Export it with its shapes expanded.'],
  ['foreignObject', 'contains a part of a web page. Export it as a drawing alone.'],
])

export const isElement = (name: string) => ELEMENTS.has(name)

export function isAllowed(element: string, attribute: string, value: string): boolean {
  const own = ELEMENTS.get(element) ?? {}
  const rule = Object.hasOwn(own, attribute)
    ? own[attribute]
    : Object.hasOwn(PAINTED, attribute)
      ? PAINTED[attribute as keyof typeof PAINTED]
      : undefined
  return rule?.is(value) ?? false
}

/** The declarations of a `style` attribute or a rule, as attributes. */
export function readDeclarations(css: string): [name: string, value: string][] {
  return css.split(';').flatMap((declaration): [string, string][] => {
    const at = declaration.indexOf(':')
    const name = declaration.slice(0, at).trim().toLowerCase()
    return at > 0 && Object.hasOwn(PAINTED, name) ? [[name, declaration.slice(at + 1).trim()]] : []
  })
}
