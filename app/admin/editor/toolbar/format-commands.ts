import type { StateCommand } from '@codemirror/state'
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
import { insertTable } from '#app/admin/editor/table/table-commands.ts'
import type { Formats } from '#app/admin/editor/text/formats-at-cursor.ts'
import { toggleCode } from '#app/admin/editor/text/toggle-code.ts'
import { BOLD, ITALIC, STRIKETHROUGH, toggleInline } from '#app/admin/editor/text/toggle-inline.ts'
import { setHeading, toggleList, toggleQuote } from '#app/admin/editor/text/toggle-lines.ts'
import { t } from '#app/admin/messages.ts'

export interface FormatCommand {
  label: string
  icon: LucideIcon
  /** As CodeMirror writes it: `Mod-b`. */
  shortcut: string
  run: StateCommand
  isActive?: (formats: Formats) => boolean
}

/** The buttons that format the text, in groups. */
export function formatCommands(): {
  inline: FormatCommand[]
  blocks: FormatCommand[]
  headings: HeadingCommand[]
} {
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
      {
        label: t('editor.format.tasks'),
        icon: ListTodo,
        shortcut: 'Mod-Shift-9',
        run: toggleList('task'),
        isActive: (at) => at.list === 'task',
      },
      {
        label: t('editor.format.quote'),
        icon: TextQuote,
        shortcut: 'Mod-Shift-.',
        run: toggleQuote,
        isActive: (at) => at.quote,
      },
      {
        label: t('editor.format.table'),
        icon: Table,
        shortcut: 'Mod-Alt-t',
        run: insertTable({ column: t('editor.table.column'), cell: t('editor.table.cell') }),
      },
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
