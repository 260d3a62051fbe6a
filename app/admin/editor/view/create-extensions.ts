import {
  history,
  historyKeymap,
  moveLineDown,
  moveLineUp,
  standardKeymap,
  toggleTabFocusMode,
} from '@codemirror/commands'
import { deleteMarkupBackward, insertNewlineContinueMarkupCommand } from '@codemirror/lang-markdown'
import { syntaxHighlighting } from '@codemirror/language'
import { closeSearchPanel, findNext, findPrevious, openSearchPanel, search } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { EditorView, highlightSpecialChars, type KeyBinding, keymap } from '@codemirror/view'
import { imagePreview } from '#app/admin/editor/image/image-preview.ts'
import { uploads } from '#app/admin/editor/image/uploads.ts'
import { type OnFiles, pasteAndDrop } from '#app/admin/editor/paste/paste-and-drop.ts'
import { alignAfterLeaving } from '#app/admin/editor/table/align-after-leaving.ts'
import { addRow, goToNextCell, goToPreviousCell } from '#app/admin/editor/table/table-commands.ts'
import { indentListItem } from '#app/admin/editor/text/indent-list.ts'
import { markdownLanguage } from '#app/admin/editor/text/markdown-language.ts'
import { editorTheme } from '#app/admin/editor/view/editor-theme.ts'
import { highlightStyle } from '#app/admin/editor/view/highlight-style.ts'
import { lineDecorations } from '#app/admin/editor/view/line-decorations.ts'
import { markDecorations } from '#app/admin/editor/view/mark-decorations.ts'
import { searchPhrases } from '#app/admin/editor/view/search-phrases.ts'

/** Pixels between the line of the cursor and the edge, as at the beginning of the text. */
const SCROLL_MARGIN = 20

interface ExtensionOptions {
  /** The shortcuts of the toolbar. */
  shortcuts: KeyBinding[]
  onFiles: OnFiles
}

/** Everything that the editor can do and that stays the same while it is open. */
export function createExtensions({ shortcuts, onFiles }: ExtensionOptions): Extension[] {
  return [
    keymap.of([...shortcuts, ...KEYS]),
    markdownLanguage(),
    pasteAndDrop(onFiles),
    history(),
    highlightSpecialChars(),
    syntaxHighlighting(highlightStyle),
    lineDecorations,
    imagePreview,
    uploads,
    markDecorations(),
    alignAfterLeaving(),
    search({ top: true }),
    EditorState.phrases.of(searchPhrases()),
    EditorView.lineWrapping,
    EditorView.perLineTextDirection.of(true),
    EditorView.scrollMargins.of(() => ({ top: SCROLL_MARGIN, bottom: SCROLL_MARGIN })),
    editorTheme,
  ]
}

/** Tab does something only in tables and lists, and after Escape it always leaves the field, which CodeMirror sees to. */
const KEYS: KeyBinding[] = [
  { key: 'Tab', run: goToNextCell },
  { key: 'Tab', run: indentListItem('deeper') },
  { key: 'Shift-Tab', run: goToPreviousCell },
  { key: 'Shift-Tab', run: indentListItem('back') },
  { key: 'Enter', run: addRow },
  { key: 'Enter', run: insertNewlineContinueMarkupCommand({ nonTightLists: false }) },
  { key: 'Backspace', run: deleteMarkupBackward },
  { key: 'Alt-ArrowUp', run: moveLineUp },
  { key: 'Alt-ArrowDown', run: moveLineDown },
  { key: 'Ctrl-m', mac: 'Shift-Alt-m', run: toggleTabFocusMode },
  { key: 'Mod-f', run: openSearchPanel, scope: 'editor search-panel' },
  { key: 'F3', run: findNext, shift: findPrevious, scope: 'editor search-panel', preventDefault: true },
  { key: 'Escape', run: closeSearchPanel, scope: 'editor search-panel' },
  ...historyKeymap,
  ...standardKeymap,
]
