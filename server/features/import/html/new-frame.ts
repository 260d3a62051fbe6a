import type { Frame } from '#server/features/import/html/frames.ts'
import type { Attributes } from '#server/features/import/html/read-html.ts'

const MAX_START = 999_999_999

/** What an element collects its content in; null for one that is no container, or that is none here. */
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
      return { type: 'figure', blocks: [], caption: [], isGallery: isGallery(attributes) }
    case 'figcaption':
      return outer?.type === 'figure' ? { type: 'caption', blocks: [] } : null
    case 'table':
      return { type: 'table', rows: [], blocks: [] }
    case 'tr':
      return outer?.type === 'table' ? { type: 'row', cells: [] } : null
    case 'td':
    case 'th':
      return outer?.type === 'row' ? { type: 'cell', blocks: [] } : null
    default:
      if (/(?:^|\s)(?:pullquote|callout-block)(?:\s|$)/.test(attributes.get('class') ?? ''))
        return { type: 'quote', blocks: [] }
      return isGallery(attributes) ? { type: 'figure', blocks: [], caption: [], isGallery: true } : null
  }
}

/** What WordPress, Ghost, Jetpack and Substack call a group of pictures. */
function isGallery(attributes: Attributes): boolean {
  return /(?:^|\s)(?:wp-block-gallery|blocks-gallery-grid|kg-gallery-card|gallery|tiled-gallery|image-gallery-embed|image-gallery)(?:\s|$)/.test(
    attributes.get('class') ?? '',
  )
}
