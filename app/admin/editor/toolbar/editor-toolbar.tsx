import { redo, undo } from '@codemirror/commands'
import { openSearchPanel } from '@codemirror/search'
import type { EditorView } from '@codemirror/view'
import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Heading from 'lucide-react/icons/heading'
import ImageIcon from 'lucide-react/icons/image'
import Link from 'lucide-react/icons/link'
import Maximize2 from 'lucide-react/icons/maximize-2'
import Minimize2 from 'lucide-react/icons/minimize-2'
import Redo2 from 'lucide-react/icons/redo-2'
import Search from 'lucide-react/icons/search'
import Undo2 from 'lucide-react/icons/undo-2'
import * as Menu from 'radix-ui/dropdown-menu'
import * as Toolbar from 'radix-ui/toolbar'
import { memo, useEffect, useState } from 'react'
import {
  type Formats,
  formatsAtCursor,
  NO_FORMATS,
  sameFormats,
} from '#app/admin/editor/text/formats-at-cursor.ts'
import type {
  FormatCommand,
  formatCommands,
  HeadingCommand,
} from '#app/admin/editor/toolbar/format-commands.ts'
import {
  describeButton,
  describeShortcut,
  TOOLBAR_BUTTON,
  ToolbarButton,
} from '#app/admin/editor/toolbar/toolbar-button.tsx'
import type { ListenToUpdates } from '#app/admin/editor/view/use-code-mirror.ts'
import { t } from '#app/admin/kit/messages.ts'

interface HeadingMenuProps {
  headings: HeadingCommand[]
  /** The level at the cursor; 0 for a paragraph. */
  level: number
  disabled: boolean
  onChoose: (heading: HeadingCommand) => void
  /** Moves focus back into the text. */
  onClose: () => void
}

/** The actions of the editor besides formatting the text. */
export interface EditorActions {
  openLink: () => void
  openImage: () => void
  toggleFullScreen: () => void
}

interface EditorToolbarProps {
  view: EditorView | null
  listen: ListenToUpdates
  /** Null where there is nothing to format. */
  commands: ReturnType<typeof formatCommands> | null
  actions: EditorActions
  readOnly: boolean
  isFullScreen: boolean
}

/** One stop of the Tab key; the arrow keys go from button to button. */
export const EditorToolbar = memo(function EditorToolbar(props: EditorToolbarProps) {
  const { view, listen, commands, actions, readOnly, isFullScreen } = props
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
      {commands && (
        <>
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
        </>
      )}
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

/** The formats at the cursor. Typing renders nothing again as long as they stay the same. */
function useFormats(view: EditorView | null, listen: ListenToUpdates): Formats {
  const [formats, setFormats] = useState(NO_FORMATS)
  useEffect(() => {
    if (!view) return
    let shown = NO_FORMATS
    const show = () => {
      const found = formatsAtCursor(view.state)
      if (sameFormats(shown, found)) return
      shown = found
      setFormats(found)
    }
    setFormats(shown)
    show()
    return listen((update) => (update.docChanged || update.selectionSet) && show())
  }, [view, listen])
  return formats
}

function HeadingMenu({ headings, level, disabled, onChoose, onClose }: HeadingMenuProps) {
  return (
    <Menu.Root modal={false}>
      <Toolbar.Button asChild>
        <Menu.Trigger
          type="button"
          disabled={disabled}
          className={TOOLBAR_BUTTON}
          {...describeButton(t('editor.heading.label'))}
        >
          <Heading aria-hidden size={17} />
          <ChevronDown aria-hidden size={13} />
        </Menu.Trigger>
      </Toolbar.Button>
      <Menu.Portal>
        <Menu.Content
          lang="en"
          align="start"
          sideOffset={4}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            onClose()
          }}
          className="z-50 min-w-56 rounded-md border border-line bg-paper p-1 text-ink text-sm shadow-float dark:bg-wash"
        >
          <Menu.RadioGroup value={String(level)}>
            {headings.map((heading) => (
              <Menu.RadioItem
                key={heading.level}
                value={String(heading.level)}
                onSelect={() => onChoose(heading)}
                className="flex min-h-9 cursor-default items-center gap-2 rounded-sm py-1.5 pr-3 pl-8 outline-none data-highlighted:bg-wash dark:data-highlighted:bg-line"
              >
                <Menu.ItemIndicator className="absolute left-3">
                  <Check aria-hidden size={15} />
                </Menu.ItemIndicator>
                <span className="grow">{heading.label}</span>
                <span className="text-faint text-label">{describeShortcut(heading.shortcut).shown}</span>
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Content>
      </Menu.Portal>
    </Menu.Root>
  )
}
