import { baseKeymap, chainCommands, exitCode, setBlockType, toggleMark } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import type { Command, Plugin } from 'prosemirror-state'
import { schema } from '#app/admin/newsletter/content/visual/schema.ts'

const { nodes, marks } = schema

const breakLine: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
  return true
})

/** Tab does something only in lists; everywhere else it leaves the text. */
export function visualKeys(openLink: Command): Plugin[] {
  return [
    keymap({
      'Mod-b': toggleMark(marks.strong),
      'Mod-i': toggleMark(marks.em),
      'Mod-e': toggleMark(marks.code),
      'Mod-Shift-x': toggleMark(marks.strike),
      'Mod-k': openLink,
      'Mod-z': undo,
      'Mod-Shift-z': redo,
      'Mod-y': redo,
      'Mod-Alt-0': setBlockType(nodes.paragraph),
      'Mod-Alt-2': setBlockType(nodes.heading, { level: 2 }),
      'Mod-Alt-3': setBlockType(nodes.heading, { level: 3 }),
      'Mod-Alt-4': setBlockType(nodes.heading, { level: 4 }),
      'Shift-Enter': breakLine,
      Enter: splitListItem(nodes.list_item),
      Tab: sinkListItem(nodes.list_item),
      'Shift-Tab': liftListItem(nodes.list_item),
    }),
    keymap(baseKeymap),
  ]
}
