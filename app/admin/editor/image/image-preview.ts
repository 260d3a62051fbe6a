import { syntaxTree } from '@codemirror/language'
import { type EditorState, type Range, StateField, type Transaction } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, WidgetType } from '@codemirror/view'
import { parseImage } from '#app/admin/editor/image/image-markdown.ts'
import { heroImageSources } from '#core/domain/hero-image.ts'

const MAX_LINE_LENGTH = 5_000

/** Shows an image below its line if it is alone there. Only changed lines are parsed again. */
export const imagePreview = StateField.define<DecorationSet>({
  create: (state) => Decoration.set(previewsIn(state, 1, state.doc.lines)),
  update(previews, transaction) {
    if (transaction.docChanged) return updated(previews, transaction)
    // When the text has been parsed further, images in code are recognised as such.
    if (syntaxTree(transaction.startState) === syntaxTree(transaction.state)) return previews
    return previews.update({ filter: (at) => !isCode(transaction.state, at) })
  },
  provide: (field) => EditorView.decorations.from(field),
})

function updated(previews: DecorationSet, { changes, state }: Transaction): DecorationSet {
  let mapped = previews.map(changes)
  changes.iterChangedRanges((_fromA, _toA, from, to) => {
    const [first, last] = [state.doc.lineAt(from), state.doc.lineAt(to)]
    mapped = mapped.update({
      filterFrom: first.from,
      filterTo: last.to,
      filter: () => false,
      add: previewsIn(state, first.number, last.number),
    })
  })
  return mapped
}

function previewsIn(state: EditorState, first: number, last: number): Range<Decoration>[] {
  const previews: Range<Decoration>[] = []
  if (first > last) return previews
  let at = state.doc.line(first).from
  for (const text of state.doc.iterLines(first, last + 1)) {
    const address = text.length < MAX_LINE_LENGTH && text.includes('![') ? addressOf(text) : null
    const end = at + text.length
    if (address && !isCode(state, end)) {
      previews.push(Decoration.widget({ widget: new ImageWidget(address), block: true, side: 1 }).range(end))
    }
    at = end + 1
  }
  return previews
}

/** Returns the address from which the image of a line can be loaded; null when it cannot be shown. */
function addressOf(line: string): string | null {
  const image = parseImage(line.replace(/^[\s>]*/, '').trimEnd())
  if (!image) return null
  const sources = heroImageSources(image.address)
  // The first is the smallest.
  return sources && (/^\S+/.exec(sources.webp)?.[0] ?? sources.src)
}

function isCode(state: EditorState, at: number): boolean {
  const { name } = syntaxTree(state).resolveInner(at, -1)
  return /^(?:FencedCode|CodeBlock|CodeText|CodeMark|HTMLBlock)$/.test(name)
}

class ImageWidget extends WidgetType {
  readonly address: string

  constructor(address: string) {
    super()
    this.address = address
  }

  override eq(other: ImageWidget): boolean {
    return other.address === this.address
  }

  override get estimatedHeight(): number {
    return 160
  }

  override toDOM(view: EditorView): HTMLElement {
    const frame = document.createElement('div')
    frame.className = 'cm-image'
    // The text above says what the image is.
    frame.setAttribute('aria-hidden', 'true')
    const image = document.createElement('img')
    image.alt = ''
    image.decoding = 'async'
    image.draggable = false
    image.onload = () => view.requestMeasure()
    image.onerror = () => {
      frame.hidden = true
      view.requestMeasure()
    }
    image.src = this.address
    frame.append(image)
    return frame
  }
}
