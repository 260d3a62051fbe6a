import {
  history,
  historyKeymap,
  moveLineDown,
  moveLineUp,
  standardKeymap,
  toggleTabFocusMode,
} from '@codemirror/commands'
import {
  commonmarkLanguage,
  deleteMarkupBackward,
  insertNewlineContinueMarkupCommand,
} from '@codemirror/lang-markdown'
import {
  HighlightStyle,
  indentNodeProp,
  Language,
  languageDataProp,
  syntaxHighlighting,
  syntaxTree,
} from '@codemirror/language'
import { closeSearchPanel, findNext, findPrevious, openSearchPanel, search } from '@codemirror/search'
import { EditorState, type Extension, type Range } from '@codemirror/state'
import {
  Decoration,
  type DecorationSet,
  EditorView,
  highlightSpecialChars,
  type KeyBinding,
  keymap,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view'
import { styleTags, tags } from '@lezer/highlight'
import { GFM, parser } from '@lezer/markdown'
import { imagePreview } from '#app/admin/editor/image/image-preview.ts'
import { uploads } from '#app/admin/editor/image/uploads.ts'
import { type OnFiles, pasteAndDrop } from '#app/admin/editor/paste/paste-and-drop.ts'
import {
  addRow,
  alignTable,
  findTable,
  goToNextCell,
  goToPreviousCell,
} from '#app/admin/editor/table/table-commands.ts'
import { indentListItem } from '#app/admin/editor/text/indent-list.ts'
import { editorTheme } from '#app/admin/editor/view/editor-theme.ts'
import { markDecorations } from '#app/admin/editor/view/mark-decorations.ts'
import { t } from '#app/admin/kit/messages.ts'

/** Raw HTML is one thing, not parsed further: readers never see it, and the languages in it would be most of what is loaded. */
const html = styleTags({ 'HTMLBlock HTMLTag ProcessingInstruction ProcessingInstructionBlock': tags.comment })

/**
 * The Markdown that the site renders: CommonMark and GFM. Unlike that of `markdown()` it parses no languages inside of it, which takes a
 * third of the time of every key. The commands for lists recognise it by its data.
 */
export const markdownLanguage = () =>
  new Language(
    commonmarkLanguage.data,
    parser.configure([
      GFM,
      {
        props: [
          html,
          languageDataProp.add({ Document: commonmarkLanguage.data }),
          indentNodeProp.add({ Document: () => null }),
        ],
      },
    ]),
    [],
    'markdown',
  )

/** The look of the parts of Markdown in the text; its marks stay visible, but faint. */
const highlightStyle = HighlightStyle.define([
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through', color: 'var(--color-faint)' },
  { tag: tags.link, color: 'var(--color-blue)' },
  { tag: tags.url, color: 'var(--color-faint)', fontFamily: 'var(--font-mono)', fontSize: '0.82em' },
  { tag: tags.monospace, fontFamily: 'var(--font-mono)', fontSize: '0.86em' },
  { tag: tags.labelName, color: 'var(--color-faint)', fontFamily: 'var(--font-mono)', fontSize: '0.86em' },
  { tag: tags.processingInstruction, color: 'var(--color-faint)', fontWeight: '400', fontStyle: 'normal' },
  { tag: tags.contentSeparator, color: 'var(--color-faint)' },
  { tag: tags.comment, color: 'var(--color-faint)' },
])

/** Pixels between the line of the cursor and the edge, as at the beginning of the text. */
const SCROLL_MARGIN = 20

interface ExtensionOptions {
  /** The shortcuts of the toolbar; null for HTML. */
  shortcuts: KeyBinding[] | null
  onFiles: OnFiles
}

/** Everything that the editor can do and that stays the same while it is open. */
export function createExtensions({ shortcuts, onFiles }: ExtensionOptions): Extension[] {
  const markdown = shortcuts && [
    keymap.of([...shortcuts, ...MARKDOWN_KEYS]),
    markdownLanguage(),
    pasteAndDrop(onFiles),
    syntaxHighlighting(highlightStyle),
    lineDecorations,
    imagePreview,
    alignAfterLeaving(),
    EditorView.perLineTextDirection.of(true),
  ]
  return [
    markdown ?? [],
    keymap.of(KEYS),
    history(),
    highlightSpecialChars(),
    uploads,
    markDecorations(),
    search({ top: true }),
    EditorState.phrases.of(searchPhrases()),
    EditorView.lineWrapping,
    EditorView.scrollMargins.of(() => ({ top: SCROLL_MARGIN, bottom: SCROLL_MARGIN })),
    editorTheme,
  ]
}

/** Tab does something only in tables and lists, and after Escape it always leaves the field, which CodeMirror sees to. */
const MARKDOWN_KEYS: KeyBinding[] = [
  { key: 'Tab', run: goToNextCell },
  { key: 'Tab', run: indentListItem('deeper') },
  { key: 'Shift-Tab', run: goToPreviousCell },
  { key: 'Shift-Tab', run: indentListItem('back') },
  { key: 'Enter', run: addRow },
  { key: 'Enter', run: insertNewlineContinueMarkupCommand({ nonTightLists: false }) },
  { key: 'Backspace', run: deleteMarkupBackward },
]

const KEYS: KeyBinding[] = [
  { key: 'Alt-ArrowUp', run: moveLineUp },
  { key: 'Alt-ArrowDown', run: moveLineDown },
  { key: 'Ctrl-m', mac: 'Shift-Alt-m', run: toggleTabFocusMode },
  { key: 'Mod-f', run: openSearchPanel, scope: 'editor search-panel' },
  { key: 'F3', run: findNext, shift: findPrevious, scope: 'editor search-panel', preventDefault: true },
  { key: 'Escape', run: closeSearchPanel, scope: 'editor search-panel' },
  ...historyKeymap,
  ...standardKeymap,
]

/** Aligns the columns of a table when the cursor leaves it, or the field. */
function alignAfterLeaving() {
  /** A position in the table in which something was changed. */
  let changedAt: number | null = null
  return EditorView.updateListener.of((update) => {
    if (changedAt !== null && update.docChanged) changedAt = update.changes.mapPos(changedAt)
    const { head } = update.state.selection.main
    if (changedAt !== null && (update.focusChanged ? !update.view.hasFocus : isOutside(update, changedAt))) {
      const at = changedAt
      changedAt = null
      const changes = alignTable(update.state, at)
      const { state } = update
      // In a task of its own: other listeners must see this update first.
      queueMicrotask(() => {
        if (update.view.state === state && changes.length > 0 && !state.readOnly)
          update.view.dispatch({ changes, userEvent: 'input.table.align' })
      })
    } else if (isTyping(update) && update.state.doc.lineAt(head).text.includes('|')) {
      if (findTable(update.state, head)) changedAt = head
    }
  })
}

function isOutside({ state, selectionSet, docChanged }: ViewUpdate, at: number): boolean {
  if (!selectionSet && !docChanged) return false
  const [line, head] = [
    state.doc.lineAt(Math.min(at, state.doc.length)),
    state.doc.lineAt(state.selection.main.head),
  ]
  if (line.number === head.number) return false
  const table = findTable(state, line.to)
  return !table?.lines.some(({ number }) => number === head.number)
}

function isTyping({ docChanged, transactions }: ViewUpdate): boolean {
  return (
    docChanged &&
    transactions.some(
      (transaction) => transaction.isUserEvent('input') && !transaction.isUserEvent('input.table'),
    )
  )
}

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
const lineDecorations = ViewPlugin.fromClass(
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

/** The texts of the search panel, by the English ones that CodeMirror asks for. */
function searchPhrases(): Record<string, string> {
  return {
    Find: t('editor.search.find'),
    Replace: t('editor.search.replaceWith'),
    next: t('editor.search.next'),
    previous: t('editor.search.previous'),
    all: t('editor.search.all'),
    'match case': t('editor.search.case'),
    regexp: t('editor.search.pattern'),
    'by word': t('editor.search.words'),
    replace: t('editor.search.replace'),
    'replace all': t('editor.search.replaceAll'),
    close: t('editor.search.close'),
    'current match': t('editor.search.current'),
    'on line': t('editor.search.line'),
    'replaced match on line $': t('editor.search.replaced'),
    'replaced $ matches': t('editor.search.replacedAll'),
  }
}
