import Check from 'lucide-react/icons/check'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Heading from 'lucide-react/icons/heading'
import * as Menu from 'radix-ui/dropdown-menu'
import * as Toolbar from 'radix-ui/toolbar'
import { describeShortcut } from '#app/admin/editor/toolbar/describe-shortcut.ts'
import type { HeadingCommand } from '#app/admin/editor/toolbar/format-commands.ts'
import { describeButton, TOOLBAR_BUTTON } from '#app/admin/editor/toolbar/toolbar-button.tsx'
import { t } from '#app/admin/messages.ts'

interface HeadingMenuProps {
  headings: HeadingCommand[]
  /** The level at the cursor; 0 for a paragraph. */
  level: number
  disabled: boolean
  onChoose: (heading: HeadingCommand) => void
  /** Moves focus back into the text. */
  onClose: () => void
}

export function HeadingMenu({ headings, level, disabled, onChoose, onClose }: HeadingMenuProps) {
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
