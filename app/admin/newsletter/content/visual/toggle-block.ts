import { lift, wrapIn } from 'prosemirror-commands'
import type { NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import { schema } from '#app/admin/newsletter/content/visual/schema.ts'

/** Whether the selection begins inside a block of this type. */
export function isInside(state: EditorState, type: NodeType): boolean {
  const { $from } = state.selection
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type === type) return true
  return false
}

/** Puts the selected blocks into a list, or takes them out of it. */
export function toggleList(type: NodeType): Command {
  return (state, dispatch) =>
    isInside(state, type)
      ? liftListItem(schema.nodes.list_item)(state, dispatch)
      : wrapInList(type)(state, dispatch)
}

/** Puts the selected blocks into a quotation, or takes them out of it. */
export const toggleQuote: Command = (state, dispatch) =>
  isInside(state, schema.nodes.blockquote)
    ? lift(state, dispatch)
    : wrapIn(schema.nodes.blockquote)(state, dispatch)
