import type { LucideIcon } from 'lucide-react'
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
import { Fragment } from 'react'
import { ToolbarButton } from '#app/admin/editor/toolbar/toolbar-button.tsx'
import { t } from '#app/admin/kit/messages.ts'
import { schema } from '#app/admin/newsletter/content/visual-schema.ts'
import { imageAtSelection } from '#app/admin/newsletter/content/visual-selection.ts'

const { nodes, marks } = schema

interface ToolbarItem {
  label: string
  icon: LucideIcon
  shortcut?: string
  /** The command, or the dialog that the button opens. */
  action: Command | 'link' | 'image'
  /** For buttons that switch something on and off. */
  isPressed?: (state: EditorState) => boolean
  /** False while there is nothing to do. */
  isEnabled?: (state: EditorState) => boolean
}

/** The buttons in groups, each with a line before it but the first. */
const GROUPS: readonly ToolbarItem[][] = [
  [
    {
      label: t('editor.heading.none'),
      icon: Pilcrow,
      shortcut: 'Mod-Alt-0',
      action: setBlockType(nodes.paragraph),
      isPressed: (state) => state.selection.$from.parent.type === nodes.paragraph,
    },
    headingButton(2, t('editor.heading.second'), Heading2),
    headingButton(3, t('editor.heading.third'), Heading3),
  ],
  [
    markButton(marks.strong, { label: t('editor.format.bold'), icon: Bold, shortcut: 'Mod-b' }),
    markButton(marks.em, { label: t('editor.format.italic'), icon: Italic, shortcut: 'Mod-i' }),
    markButton(marks.strike, {
      label: t('editor.format.strikethrough'),
      icon: Strikethrough,
      shortcut: 'Mod-Shift-x',
    }),
    markButton(marks.code, { label: t('editor.format.code'), icon: Code, shortcut: 'Mod-e' }),
    {
      ...markButton(marks.link, { label: t('editor.format.link'), icon: Link, shortcut: 'Mod-k' }),
      action: 'link',
    },
  ],
  [
    listButton(nodes.bullet_list, t('editor.format.bullets'), List),
    listButton(nodes.ordered_list, t('editor.format.numbers'), ListOrdered),
    {
      label: t('editor.format.quote'),
      icon: TextQuote,
      action: (state, dispatch) =>
        isInside(state, nodes.blockquote) ? lift(state, dispatch) : wrapIn(nodes.blockquote)(state, dispatch),
      isPressed: (state) => isInside(state, nodes.blockquote),
    },
    {
      label: t('newsletterIssue.image'),
      icon: ImageIcon,
      action: 'image',
      isPressed: (state) => imageAtSelection(state).src !== '',
    },
    {
      label: t('newsletterIssue.rule'),
      icon: Minus,
      action(state, dispatch) {
        dispatch?.(state.tr.replaceSelectionWith(nodes.horizontal_rule.create()).scrollIntoView())
        return true
      },
    },
  ],
  [
    {
      label: t('editor.undo'),
      icon: Undo2,
      shortcut: 'Mod-z',
      action: undo,
      isEnabled: (state) => undo(state),
    },
    {
      label: t('editor.redo'),
      icon: Redo2,
      shortcut: 'Mod-Shift-z',
      action: redo,
      isEnabled: (state) => redo(state),
    },
  ],
]

interface VisualToolbarProps {
  state: EditorState
  disabled: boolean
  run: (command: Command) => void
  openLink: () => void
  openImage: () => void
}

/** One stop of the Tab key; the arrow keys go from button to button. */
export function VisualToolbar({ state, disabled, run, openLink, openImage }: VisualToolbarProps) {
  const dialogs = { link: openLink, image: openImage }
  return (
    <Toolbar.Root
      aria-label={t('editor.toolbar')}
      className="flex flex-wrap items-center border-line border-b px-2 py-1.5"
    >
      {GROUPS.map((group, index) => (
        <Fragment key={group[0]?.label}>
          {index > 0 && <Toolbar.Separator className="mx-1.5 h-5 w-px bg-line" />}
          {group.map(({ label, icon, shortcut, action, isPressed, isEnabled }) => (
            <ToolbarButton
              key={label}
              label={label}
              icon={icon}
              shortcut={shortcut}
              pressed={isPressed?.(state)}
              disabled={disabled || isEnabled?.(state) === false}
              onClick={() => (typeof action === 'string' ? dialogs[action]() : run(action))}
            />
          ))}
        </Fragment>
      ))}
    </Toolbar.Root>
  )
}

function headingButton(level: number, label: string, icon: LucideIcon): ToolbarItem {
  return {
    label,
    icon,
    shortcut: `Mod-Alt-${level}`,
    action: setBlockType(nodes.heading, { level }),
    isPressed: (state) =>
      isInside(state, nodes.heading) && Number(state.selection.$from.parent.attrs.level) === level,
  }
}

function markButton(type: MarkType, button: Pick<ToolbarItem, 'label' | 'icon' | 'shortcut'>): ToolbarItem {
  return { ...button, action: toggleMark(type), isPressed: (state) => hasMark(state, type) }
}

function listButton(type: NodeType, label: string, icon: LucideIcon): ToolbarItem {
  return { label, icon, action: toggleList(type), isPressed: (state) => isInside(state, type) }
}

function hasMark(state: EditorState, type: MarkType): boolean {
  const { $from, from, to, empty } = state.selection
  return empty
    ? (state.storedMarks ?? $from.marks()).some((mark) => mark.type === type)
    : state.doc.rangeHasMark(from, to, type)
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
    isInside(state, type) ? liftListItem(nodes.list_item)(state, dispatch) : wrapInList(type)(state, dispatch)
}
