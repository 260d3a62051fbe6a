import type { Alignment } from '#core/from-html/document.ts'
import type { Frame } from '#core/from-html/frames.ts'
import type { Attributes } from '#core/from-html/html-events.ts'

const MAX_START = 999_999_999
/** Blank cells follow one that spans several. */
const MAX_COLUMNS_SPANNED = 20
const MAX_ROWS_SPANNED = 1_000
const MAX_STYLE_LENGTH = 1_000

/** The container for an element's content; null for an element that is not a container, or not one here. */
export function newFrame(name: string, attributes: Attributes, outer: Frame | undefined): Frame | null {
  switch (name) {
    case 'blockquote':
      return { type: 'quote', blocks: [] }
    case 'ul':
    case 'menu':
    case 'dir':
      return { type: 'list', isOrdered: false, start: 1, items: [] }
    case 'ol': {
      const start = Math.trunc(Number(attributes.get('start') ?? 1))
      return { type: 'list', isOrdered: true, start: start >= 0 && start <= MAX_START ? start : 1, items: [] }
    }
    case 'li':
      return outer?.type === 'list' ? { type: 'item', isDone: null, blocks: [] } : null
    case 'figure':
      return {
        type: 'figure',
        blocks: [],
        caption: [],
        isGallery: isGallery(attributes),
        isCaptionFirst: false,
      }
    case 'figcaption':
      return outer?.type === 'figure' ? { type: 'caption', blocks: [] } : null
    case 'table':
      return { type: 'table', rows: [], blocks: [] }
    case 'tr':
      return outer?.type === 'table'
        ? { type: 'row', cells: [], alignment: alignmentOf(name, attributes) }
        : null
    case 'td':
    case 'th':
      return outer?.type === 'row'
        ? {
            type: 'cell',
            blocks: [],
            alignment: alignmentOf(name, attributes) ?? outer.alignment,
            isHead: name === 'th',
            columns: spanOf(attributes, 'colspan', MAX_COLUMNS_SPANNED),
            rows: spanOf(attributes, 'rowspan', MAX_ROWS_SPANNED),
          }
        : null
    default:
      if (/(?:^|\s)(?:pullquote|callout-block)(?:\s|$)/.test(attributes.get('class') ?? ''))
        return { type: 'quote', blocks: [] }
      return isGallery(attributes)
        ? { type: 'figure', blocks: [], caption: [], isGallery: true, isCaptionFirst: false }
        : null
  }
}

const spanOf = (attributes: Attributes, name: string, most: number) =>
  Math.max(1, Math.min(most, Math.trunc(Number(attributes.get(name))) || 1))

const SIDES: ReadonlyMap<string, Alignment> = new Map([
  ['left', 'left'],
  ['start', 'left'],
  ['center', 'center'],
  ['right', 'right'],
  ['end', 'right'],
])

/** The alignment of an element's text: by its attribute, its style, or a class of WordPress, Bootstrap or Asciidoctor. */
export function alignmentOf(name: string, attributes: Attributes): Alignment {
  if (name === 'center') return 'center'
  const style = (attributes.get('style') ?? '').slice(0, MAX_STYLE_LENGTH)
  const classes = (attributes.get('class') ?? '').slice(0, MAX_STYLE_LENGTH)
  const side =
    /(?<![\w-])text-align\s*:\s*(?:-\w+-)?(\w+)/i.exec(style)?.[1] ??
    /(?:^|\s)(?:has-text-align-|text-|halign-)(left|start|center|right|end)(?:\s|$)/.exec(classes)?.[1] ??
    attributes.get('align') ??
    ''
  return SIDES.get(side.trim().toLowerCase()) ?? null
}

/** The classes of WordPress, Ghost, Jetpack and Substack for a group of pictures. */
function isGallery(attributes: Attributes): boolean {
  return /(?:^|\s)(?:wp-block-gallery|blocks-gallery-grid|kg-gallery-card|gallery|tiled-gallery|image-gallery-embed|image-gallery)(?:\s|$)/.test(
    attributes.get('class') ?? '',
  )
}
