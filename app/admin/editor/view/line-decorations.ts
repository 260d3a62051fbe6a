import { syntaxTree } from '@codemirror/language'
import type { Range } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  type EditorView,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'

const LINE_CLASSES = new Map([
  ['Blockquote', 'cm-line-quote'],
  ['FencedCode', 'cm-line-code'],
  ['CodeBlock', 'cm-line-code'],
  ['HTMLBlock', 'cm-line-html'],
  ['Table', 'cm-line-table'],
  ...[1, 2, 3, 4, 5, 6].flatMap((level) => [
    [`ATXHeading${level}`, `cm-line-heading cm-line-heading-${level}`] as const,
    [`SetextHeading${level}`, `cm-line-heading cm-line-heading-${level}`] as const,
  ]),
])

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/
/** Lines of this length are not searched for letters written from right to left. */
const MAX_SEARCHED = 5_000

/** Gives visible lines the look of what they are: headings, quotes, code, tables; and the direction of their text. */
export const lineDecorations = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet

    constructor(view: EditorView) {
      this.decorations = decorate(view)
    }

    update(update: ViewUpdate) {
      const isParsedFurther = syntaxTree(update.startState) !== syntaxTree(update.state)
      if (update.docChanged || update.viewportChanged || isParsedFurther)
        this.decorations = decorate(update.view)
    }
  },
  { decorations: (plugin) => plugin.decorations },
)

function decorate({ state, visibleRanges }: EditorView): DecorationSet {
  const ranges: Range<Decoration>[] = []
  for (const { from, to } of visibleRanges) {
    syntaxTree(state).iterate({
      from,
      to,
      enter({ name, from: start, to: end }) {
        const classes = LINE_CLASSES.get(name)
        if (!classes) return
        const decoration = Decoration.line({ class: classes })
        for (let at = Math.max(start, from); at <= Math.min(end, to); ) {
          const line = state.doc.lineAt(at)
          ranges.push(decoration.range(line.from))
          at = line.to + 1
        }
      },
    })
    for (let at = from; at <= to; ) {
      const line = state.doc.lineAt(at)
      if (RIGHT_TO_LEFT.test(line.text.slice(0, MAX_SEARCHED)))
        ranges.push(AUTOMATIC_DIRECTION.range(line.from))
      at = line.to + 1
    }
  }
  return Decoration.set(ranges, true)
}

const AUTOMATIC_DIRECTION = Decoration.line({ attributes: { dir: 'auto' } })
