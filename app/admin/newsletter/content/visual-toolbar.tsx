import Bold from 'lucide-react/icons/bold'
import Code from 'lucide-react/icons/code'
import Heading2 from 'lucide-react/icons/heading-2'
import Heading3 from 'lucide-react/icons/heading-3'
import ImageIcon from 'lucide-react/icons/image'
import Italic from 'lucide-react/icons/italic'
import Link from 'lucide-react/icons/link'
import List from 'lucide-react/icons/list'
import ListOrdered from 'lucide-react/icons/list-ordered'
import Minus from 'lucide-react/icons/minus'
import Pilcrow from 'lucide-react/icons/pilcrow'
import Redo2 from 'lucide-react/icons/redo-2'
import Strikethrough from 'lucide-react/icons/strikethrough'
import TextQuote from 'lucide-react/icons/text-quote'
import Undo2 from 'lucide-react/icons/undo-2'
import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import * as Toolbar from 'radix-ui/toolbar'
import { ToolbarButton } from '#app/admin/editor/toolbar/toolbar-button.tsx'
import { t } from '#app/admin/messages.ts'
import { schema } from '#app/admin/newsletter/content/visual-schema.ts'
import { imageAtSelection } from '#app/admin/newsletter/content/visual-selection.ts'

/** Puts the selected blocks into a quotation, or takes them out of it. */
const toggleQuote: Command = (state, dispatch) =>
  isInside(state, schema.nodes.blockquote)
    ? lift(state, dispatch)
    : wrapIn(schema.nodes.blockquote)(state, dispatch)

interface VisualToolbarProps {
  state: EditorState
  disabled: boolean
  run: (command: Command) => void
  openLink: () => void
  openImage: () => void
}

const { nodes, marks } = schema

/** One stop of the Tab key; the arrow keys go from button to button. */
export function VisualToolbar({ state, disabled, run, openLink, openImage }: VisualToolbarProps) {
  const level = isInside(state, nodes.heading) ? Number(state.selection.$from.parent.attrs.level) : 0
  const shared = { disabled }
  return (
    <Toolbar.Root
      aria-label={t('editor.toolbar')}
      className="flex flex-wrap items-center border-line border-b px-2 py-1.5"
    >
      <ToolbarButton
        {...shared}
        label={t('editor.heading.none')}
        icon={Pilcrow}
        shortcut="Mod-Alt-0"
        pressed={state.selection.$from.parent.type === nodes.paragraph}
        onClick={() => run(setBlockType(nodes.paragraph))}
      />
      <ToolbarButton
        {...shared}
        label={t('editor.heading.second')}
        icon={Heading2}
        shortcut="Mod-Alt-2"
        pressed={level === 2}
        onClick={() => run(setBlockType(nodes.heading, { level: 2 }))}
      />
      <ToolbarButton
        {...shared}
        label={t('editor.heading.third')}
        icon={Heading3}
        shortcut="Mod-Alt-3"
        pressed={level === 3}
        onClick={() => run(setBlockType(nodes.heading, { level: 3 }))}
      />
      <Divider />
      <ToolbarButton
        {...shared}
        label={t('editor.format.bold')}
        icon={Bold}
        shortcut="Mod-b"
        pressed={hasMark(state, marks.strong)}
        onClick={() => run(toggleMark(marks.strong))}
      />
      <ToolbarButton
        {...shared}
        label={t('editor.format.italic')}
        icon={Italic}
        shortcut="Mod-i"
        pressed={hasMark(state, marks.em)}
        onClick={() => run(toggleMark(marks.em))}
      />
      <ToolbarButton
        {...shared}
        label={t('editor.format.strikethrough')}
        icon={Strikethrough}
        shortcut="Mod-Shift-x"
        pressed={hasMark(state, marks.strike)}
        onClick={() => run(toggleMark(marks.strike))}
      />
      <ToolbarButton
        {...shared}
        label={t('editor.format.code')}
        icon={Code}
        shortcut="Mod-e"
        pressed={hasMark(state, marks.code)}
        onClick={() => run(toggleMark(marks.code))}
      />
      <ToolbarButton
        {...shared}
        label={t('editor.format.link')}
        icon={Link}
        shortcut="Mod-k"
        pressed={hasMark(state, marks.link)}
        onClick={openLink}
      />
      <Divider />
      <ToolbarButton
        {...shared}
        label={t('editor.format.bullets')}
        icon={List}
        pressed={isInside(state, nodes.bullet_list)}
        onClick={() => run(toggleList(nodes.bullet_list))}
      />
      <ToolbarButton
        {...shared}
        label={t('editor.format.numbers')}
        icon={ListOrdered}
        pressed={isInside(state, nodes.ordered_list)}
        onClick={() => run(toggleList(nodes.ordered_list))}
      />
      <ToolbarButton
        {...shared}
        label={t('editor.format.quote')}
        icon={TextQuote}
        pressed={isInside(state, nodes.blockquote)}
        onClick={() => run(toggleQuote)}
      />
      <ToolbarButton
        {...shared}
        label={t('newsletterIssue.image')}
        icon={ImageIcon}
        pressed={imageAtSelection(state).src !== ''}
        onClick={openImage}
      />
      <ToolbarButton
        {...shared}
        label={t('newsletterIssue.rule')}
        icon={Minus}
        onClick={() => run(insertRule)}
      />
      <Divider />
      <ToolbarButton
        label={t('editor.undo')}
        icon={Undo2}
        shortcut="Mod-z"
        disabled={disabled || !undo(state)}
        onClick={() => run(undo)}
      />
      <ToolbarButton
        label={t('editor.redo')}
        icon={Redo2}
        shortcut="Mod-Shift-z"
        disabled={disabled || !redo(state)}
        onClick={() => run(redo)}
      />
    </Toolbar.Root>
  )
}

const insertRule: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.horizontal_rule.create()).scrollIntoView())
  return true
}

function hasMark(state: EditorState, type: MarkType): boolean {
  const { $from, from, to, empty } = state.selection
  return empty
    ? (state.storedMarks ?? $from.marks()).some((mark) => mark.type === type)
    : state.doc.rangeHasMark(from, to, type)
}

function Divider() {
  return <Toolbar.Separator className="mx-1.5 h-5 w-px bg-line" />
}

/** Whether the selection begins inside a block of this type. */
function isInside(state: EditorState, type: NodeType): boolean {
  const { $from } = state.selection
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type === type) return true
  return false
}

/** Puts the selected blocks into a list, or takes them out of it. */
function toggleList(type: NodeType): Command {
  return (state, dispatch) =>
    isInside(state, type)
      ? liftListItem(schema.nodes.list_item)(state, dispatch)
      : wrapInList(type)(state, dispatch)
}
