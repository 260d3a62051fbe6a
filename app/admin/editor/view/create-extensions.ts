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
import { indentListItem } from '#app/admin/editor/text/formatting.ts'
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

/** The look of the editor, from the tokens of the site, so that it follows the theme. */
const editorTheme = EditorView.theme({
  '&': { height: '100%', color: 'var(--color-ink)', backgroundColor: 'var(--color-paper)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': {
    fontFamily: 'var(--font-serif)',
    fontSize: '1.0625rem',
    lineHeight: '1.65',
    overscrollBehavior: 'contain',
  },
  '.cm-content': {
    padding: '1.25rem 0 4rem',
    caretColor: 'var(--color-ink)',
    maxWidth: '46rem',
    // Lines of a table do not wrap, and would make every other line as wide as themselves.
    minWidth: '0',
    margin: '0 auto',
  },
  '.cm-content:focus-visible': { outline: 'none' },
  '.cm-line': { padding: '0 1.25rem' },
  '.cm-placeholder': { color: 'var(--color-faint)' },
  '.cm-line-heading': {
    fontFamily: 'var(--font-display)',
    fontWeight: '500',
    lineHeight: '1.25',
    paddingTop: '0.35em',
  },
  '.cm-line-heading-1': { fontSize: '1.75em' },
  '.cm-line-heading-2': { fontSize: '1.5em' },
  '.cm-line-heading-3': { fontSize: '1.25em' },
  '.cm-line-heading-4, .cm-line-heading-5, .cm-line-heading-6': {
    fontFamily: 'var(--font-sans)',
    fontWeight: '600',
    fontSize: '0.95em',
  },
  '.cm-line-quote': { fontStyle: 'italic', boxShadow: 'inset 0.1875rem 0 0 var(--color-line)' },
  '.cm-line-code': {
    fontFamily: 'var(--font-mono)',
    fontSize: '0.86em',
    lineHeight: '1.55',
    backgroundColor: 'var(--color-wash)',
  },
  '.cm-line-table': {
    fontFamily: 'var(--font-mono)',
    fontSize: '0.82em',
    lineHeight: '1.7',
    whiteSpace: 'pre',
  },
  '.cm-line-html': { color: 'var(--color-faint)', fontFamily: 'var(--font-mono)', fontSize: '0.86em' },
  '.cm-line-code span, .cm-line-table span': { fontSize: 'inherit' },
  '.cm-specialChar': { color: 'var(--color-red)' },
  '.cm-mark': {
    textDecoration: 'underline wavy var(--color-orange) 1.5px',
    textUnderlineOffset: '0.25em',
    textDecorationSkipInk: 'none',
  },
  '.cm-tooltip': {
    border: '1px solid var(--color-line)',
    borderRadius: 'var(--radius-md)',
    backgroundColor: 'var(--color-paper)',
    color: 'var(--color-ink)',
    boxShadow: 'var(--shadow-float)',
    zIndex: '30',
  },
  '.cm-mark-message': {
    maxWidth: '22rem',
    padding: '0.5rem 0.75rem',
    fontFamily: 'var(--font-sans)',
    fontSize: '0.875rem',
    lineHeight: '1.4',
    whiteSpace: 'pre-line',
  },
  '.cm-image': { display: 'block', padding: '0.5rem 1.25rem' },
  '.cm-image img': {
    display: 'block',
    maxWidth: '100%',
    maxHeight: '12rem',
    borderRadius: 'var(--radius-sm)',
    backgroundColor: 'var(--color-wash)',
  },
  '.cm-upload': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '0.5rem',
    margin: '0 0.25rem',
    padding: '0.125rem 0.625rem',
    border: '1px dashed var(--color-edge)',
    borderRadius: 'var(--radius-sm)',
    backgroundColor: 'var(--color-wash)',
    color: 'var(--color-soft)',
    fontFamily: 'var(--font-sans)',
    fontSize: '0.8125rem',
    lineHeight: '1.5',
  },
  '.cm-upload progress': { width: '4rem', height: '0.25rem', accentColor: 'var(--color-focus)' },
  '.cm-panels': { backgroundColor: 'var(--color-wash)', color: 'var(--color-ink)' },
  '.cm-panels.cm-panels-top': { borderBottom: '1px solid var(--color-line)' },
  '.cm-panel.cm-search': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '0.5rem',
    padding: '0.75rem 3rem 0.75rem 0.75rem',
    fontFamily: 'var(--font-sans)',
    fontSize: '0.875rem',
  },
  // On a phone the text needs the room, which it shares with the preview.
  '@media (width < 40rem)': {
    '.cm-panel.cm-search': { gap: '0.375rem', padding: '0.5rem 2.75rem 0.5rem 0.5rem' },
  },
  '.cm-panel.cm-search br': { flexBasis: '100%', height: '0', content: '""' },
  '.cm-panel.cm-search .cm-textfield': {
    minHeight: '2.25rem',
    width: 'min(16rem, 100%)',
    margin: '0',
    padding: '0.25rem 0.625rem',
    border: '1px solid var(--color-edge)',
    borderRadius: 'var(--radius-sm)',
    backgroundColor: 'var(--color-paper)',
    fontSize: '0.875rem',
  },
  '.cm-panel.cm-search .cm-button': {
    minHeight: '2.25rem',
    margin: '0',
    padding: '0.25rem 0.625rem',
    border: '1px solid var(--color-edge)',
    borderRadius: 'var(--radius-sm)',
    backgroundColor: 'transparent',
    backgroundImage: 'none',
    fontSize: '0.8125rem',
    fontWeight: '500',
  },
  '.cm-panel.cm-search .cm-button:hover': { borderColor: 'var(--color-ink)' },
  '.cm-panel.cm-search label': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '0.375rem',
    minHeight: '1.5rem',
    margin: '0',
    fontSize: '0.8125rem',
  },
  '.cm-panel.cm-search input[type=checkbox]': {
    width: '1rem',
    height: '1rem',
    margin: '0',
    accentColor: 'var(--color-ink)',
  },
  '.cm-panel.cm-search [name=close]': {
    top: '0.5rem',
    right: '0.5rem',
    width: '2.25rem',
    height: '2.25rem',
    fontSize: '1.25rem',
  },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in oklab, var(--color-orange) 28%, transparent)' },
  '.cm-searchMatch-selected': {
    outline: '2px solid var(--color-focus)',
    backgroundColor: 'color-mix(in oklab, var(--color-orange) 45%, transparent)',
  },
})
