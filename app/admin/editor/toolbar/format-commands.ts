import { EditorSelection, type StateCommand } from '@codemirror/state'
import type { LucideIcon } from 'lucide-react'
import Bold from 'lucide-react/icons/bold'
import Code from 'lucide-react/icons/code'
import Italic from 'lucide-react/icons/italic'
import List from 'lucide-react/icons/list'
import ListOrdered from 'lucide-react/icons/list-ordered'
import ListTodo from 'lucide-react/icons/list-todo'
import Strikethrough from 'lucide-react/icons/strikethrough'
import Table from 'lucide-react/icons/table'
import TextQuote from 'lucide-react/icons/text-quote'
import type { Syntax } from '#app/admin/editor/markdown-editor-props.ts'
import { insertTable } from '#app/admin/editor/table/table-commands.ts'
import { enclosingNode, type Formats } from '#app/admin/editor/text/formats-at-cursor.ts'
import {
  BOLD,
  ITALIC,
  insertBlock,
  STRIKETHROUGH,
  setHeading,
  toggleInline,
  toggleList,
  toggleQuote,
} from '#app/admin/editor/text/formatting.ts'
import { t } from '#app/admin/kit/messages.ts'

/** Makes a part of a line code, and several lines or an empty line a block of code; or takes the marks of code away. */
export const toggleCode: StateCommand = ({ state, dispatch }) => {
  if (state.readOnly) return false
  const range = state.selection.main
  const code = enclosingNode(state, range, ['InlineCode'])
  if (code?.firstChild && code.lastChild) {
    const changes = [code.firstChild, code.lastChild].map(({ from, to }) => ({ from, to }))
    dispatch(state.update({ changes, userEvent: 'input.format' }))
    return true
  }
  const text = state.sliceDoc(range.from, range.to)
  const line = state.doc.lineAt(range.from)
  if (text.includes('\n') || line.text.trim() === '') {
    const [from, to] = [line.from, state.doc.lineAt(range.to).to]
    const fence = longerThanAnyRun(state.sliceDoc(from, to), 3)
    const block = `${fence}\n${state.sliceDoc(from, to)}\n${fence}`
    dispatch(insertBlock(state, { from, to, block, cursor: fence.length + 1 }))
    return true
  }
  const { from, to } = range.empty ? (state.wordAt(range.head) ?? range) : range
  const inner = state.sliceDoc(from, to)
  const marks = longerThanAnyRun(inner, 1)
  const space = /^`|`$/.test(inner) ? ' ' : ''
  const insert = marks + space + inner + space + marks
  const start = from + marks.length + space.length
  const selection = EditorSelection.range(start, start + inner.length)
  dispatch(state.update({ changes: { from, to, insert }, selection, userEvent: 'input.format' }))
  return true
}

export interface FormatCommand {
  label: string
  icon: LucideIcon
  /** In the notation of CodeMirror: `Mod-b`. */
  shortcut: string
  run: StateCommand
  isActive?: (formats: Formats) => boolean
}

/** The buttons that format the text, in groups. Mails have neither tasks nor tables. */
export function formatCommands(syntax: Exclude<Syntax, 'html'> = 'article'): {
  inline: FormatCommand[]
  blocks: FormatCommand[]
  headings: HeadingCommand[]
} {
  const inArticles = (command: FormatCommand) => (syntax === 'article' ? [command] : [])
  return {
    inline: [
      {
        label: t('editor.format.bold'),
        icon: Bold,
        shortcut: 'Mod-b',
        run: toggleInline(BOLD),
        isActive: (at) => at.bold,
      },
      {
        label: t('editor.format.italic'),
        icon: Italic,
        shortcut: 'Mod-i',
        run: toggleInline(ITALIC),
        isActive: (at) => at.italic,
      },
      {
        label: t('editor.format.strikethrough'),
        icon: Strikethrough,
        shortcut: 'Mod-Shift-x',
        run: toggleInline(STRIKETHROUGH),
        isActive: (at) => at.strikethrough,
      },
      {
        label: t('editor.format.code'),
        icon: Code,
        shortcut: 'Mod-e',
        run: toggleCode,
        isActive: (at) => at.code,
      },
    ],
    blocks: [
      {
        label: t('editor.format.bullets'),
        icon: List,
        shortcut: 'Mod-Shift-8',
        run: toggleList('bullet'),
        isActive: (at) => at.list === 'bullet',
      },
      {
        label: t('editor.format.numbers'),
        icon: ListOrdered,
        shortcut: 'Mod-Shift-7',
        run: toggleList('ordered'),
        isActive: (at) => at.list === 'ordered',
      },
      ...inArticles({
        label: t('editor.format.tasks'),
        icon: ListTodo,
        shortcut: 'Mod-Shift-9',
        run: toggleList('task'),
        isActive: (at) => at.list === 'task',
      }),
      {
        label: t('editor.format.quote'),
        icon: TextQuote,
        shortcut: 'Mod-Shift-.',
        run: toggleQuote,
        isActive: (at) => at.quote,
      },
      ...inArticles({
        label: t('editor.format.table'),
        icon: Table,
        shortcut: 'Mod-Alt-t',
        run: insertTable({ column: t('editor.table.column'), cell: t('editor.table.cell') }),
      }),
    ],
    headings: [
      { label: t('editor.heading.none'), level: 0, shortcut: 'Mod-Alt-0', run: setHeading(0) },
      { label: t('editor.heading.second'), level: 2, shortcut: 'Mod-Alt-2', run: setHeading(2) },
      { label: t('editor.heading.third'), level: 3, shortcut: 'Mod-Alt-3', run: setHeading(3) },
      { label: t('editor.heading.fourth'), level: 4, shortcut: 'Mod-Alt-4', run: setHeading(4) },
    ],
  }
}

export interface HeadingCommand {
  label: string
  /** 0 for a paragraph. */
  level: number
  shortcut: string
  run: StateCommand
}

/** Marks that cannot be confused with those in the text. */
function longerThanAnyRun(text: string, least: number): string {
  const runs = (text.match(/`+/g) ?? []).map((run) => run.length)
  return '`'.repeat(runs.reduce((longest, run) => Math.max(longest, run + 1), least))
}
