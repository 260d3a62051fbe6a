import { redo, undo } from '@codemirror/commands'
import { openSearchPanel } from '@codemirror/search'
import type { EditorView } from '@codemirror/view'
import Columns2 from 'lucide-react/icons/columns-2'
import ImageIcon from 'lucide-react/icons/image'
import Link from 'lucide-react/icons/link'
import Maximize2 from 'lucide-react/icons/maximize-2'
import Minimize2 from 'lucide-react/icons/minimize-2'
import Redo2 from 'lucide-react/icons/redo-2'
import Search from 'lucide-react/icons/search'
import Undo2 from 'lucide-react/icons/undo-2'
import * as Toolbar from 'radix-ui/toolbar'
import { memo } from 'react'
import type { FormatCommand, formatCommands } from '#app/admin/editor/toolbar/format-commands.ts'
import { HeadingMenu } from '#app/admin/editor/toolbar/heading-menu.tsx'
import { ToolbarButton } from '#app/admin/editor/toolbar/toolbar-button.tsx'
import { useFormats } from '#app/admin/editor/toolbar/use-formats.ts'
import type { ListenToUpdates } from '#app/admin/editor/view/use-code-mirror.ts'
import { t } from '#app/admin/messages.ts'

/** What the editor does besides formatting the text. */
export interface EditorActions {
  openLink: () => void
  openImage: () => void
  togglePreview: () => void
  toggleFullScreen: () => void
}

interface EditorToolbarProps {
  view: EditorView | null
  listen: ListenToUpdates
  commands: ReturnType<typeof formatCommands>
  actions: EditorActions
  readOnly: boolean
  hasPreview: boolean
  isFullScreen: boolean
}

/** One stop of the Tab key; the arrow keys go from button to button. */
export const EditorToolbar = memo(function EditorToolbar(props: EditorToolbarProps) {
  const { view, listen, commands, actions, readOnly, hasPreview, isFullScreen } = props
  const formats = useFormats(view, listen)
  const disabled = readOnly || !view
  const run = ({ run: command }: Pick<FormatCommand, 'run'>) => {
    if (!view) return
    command(view)
    view.focus()
  }
  const button = (command: FormatCommand) => (
    <ToolbarButton
      key={command.label}
      {...command}
      pressed={command.isActive?.(formats)}
      disabled={disabled}
      onClick={() => run(command)}
    />
  )
  return (
    <Toolbar.Root
      aria-label={t('editor.toolbar')}
      className="flex flex-wrap items-center border-line border-b px-2 py-1.5"
    >
      <HeadingMenu
        headings={commands.headings}
        level={formats.heading}
        disabled={disabled}
        onChoose={run}
        onClose={() => view?.focus()}
      />
      {commands.inline.map(button)}
      <ToolbarButton
        label={t('editor.format.link')}
        icon={Link}
        shortcut="Mod-k"
        pressed={formats.link}
        disabled={disabled}
        onClick={actions.openLink}
      />
      <Divider />
      {commands.blocks.map(button)}
      <ToolbarButton
        label={t('editor.format.image')}
        icon={ImageIcon}
        pressed={formats.image}
        disabled={disabled}
        onClick={actions.openImage}
      />
      <Divider />
      <ToolbarButton
        label={t('editor.undo')}
        icon={Undo2}
        shortcut="Mod-z"
        disabled={disabled}
        onClick={() => run({ run: undo })}
      />
      <ToolbarButton
        label={t('editor.redo')}
        icon={Redo2}
        shortcut="Mod-Shift-z"
        disabled={disabled}
        onClick={() => run({ run: redo })}
      />
      <ToolbarButton
        label={t('editor.search.open')}
        icon={Search}
        shortcut="Mod-f"
        disabled={!view}
        onClick={() => view && openSearchPanel(view)}
      />
      <span className="grow" />
      <ToolbarButton
        label={t('editor.preview.label')}
        icon={Columns2}
        shortcut="Mod-Alt-p"
        pressed={hasPreview}
        disabled={!view}
        onClick={actions.togglePreview}
      />
      <ToolbarButton
        label={t('editor.fullScreen')}
        icon={isFullScreen ? Minimize2 : Maximize2}
        pressed={isFullScreen}
        disabled={!view}
        onClick={actions.toggleFullScreen}
      />
    </Toolbar.Root>
  )
})

function Divider() {
  return <Toolbar.Separator className="mx-1.5 h-5 w-px bg-line" />
}
