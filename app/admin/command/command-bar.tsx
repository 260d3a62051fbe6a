import { Command as CommandList, defaultFilter } from 'cmdk'
import Search from 'lucide-react/icons/search'
import * as Dialog from 'radix-ui/dialog'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useFoundArticles } from '#app/admin/articles/use-found-articles.ts'
import { ArticleGroup } from '#app/admin/command/article-group.tsx'
import type { Command, CommandActions } from '#app/admin/command/command.ts'
import { COMMAND_ITEM, CommandGroup } from '#app/admin/command/command-group.tsx'
import { COMMANDS } from '#app/admin/command/commands.ts'
import { t } from '#app/admin/messages.ts'
import { useReturnFocus } from '#app/admin/ui/use-return-focus.ts'

const MAX_ARTICLES = 8

interface CommandBarProps {
  actions: CommandActions
  onClose: () => void
}

/** A dialog that searches all pages and actions of the desk, and its articles. It is open as long as it is rendered. */
export function CommandBar({ actions, onClose }: CommandBarProps) {
  const navigate = useNavigate()
  const returnFocus = useReturnFocus()
  const [typed, setTyped] = useState('')
  const { articles, isSearching } = useFoundArticles(typed, {
    language: null,
    published: null,
    limit: MAX_ARTICLES,
  })

  function choose(command: Command) {
    onClose()
    if ('to' in command) void navigate(command.to)
    else command.run(actions)
  }

  return (
    <Dialog.Root open onOpenChange={(open) => open || onClose()}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-40 overflow-y-auto bg-scrim p-4 sm:pt-[12vh]">
          <Dialog.Content
            lang="en"
            aria-describedby={undefined}
            onCloseAutoFocus={returnFocus}
            className="mx-auto w-full max-w-xl overflow-hidden rounded-md border border-line bg-paper text-ink shadow-float dark:bg-wash"
          >
            <Dialog.Title className="sr-only">{t('command.title')}</Dialog.Title>
            <CommandList label={t('command.title')} loop filter={matchOf}>
              <div className="flex items-center gap-3 border-line border-b px-4">
                <Search aria-hidden size={18} className="shrink-0 text-faint" />
                <CommandList.Input
                  value={typed}
                  onValueChange={setTyped}
                  placeholder={t('command.placeholder')}
                  maxLength={100}
                  className="min-h-13 w-full min-w-0 bg-transparent text-base outline-none placeholder:text-faint"
                />
              </div>
              <CommandList.List className="max-h-[min(26rem,60dvh)] overflow-y-auto p-2">
                <CommandList.Empty className="px-3 py-6 text-sm text-soft">
                  {isSearching ? t('command.searching') : t('command.empty')}
                </CommandList.Empty>
                {COMMANDS.map(({ heading, commands }) => (
                  <CommandGroup key={heading} heading={heading}>
                    {commands.map((command) => (
                      <CommandItem key={command.label} command={command} onChoose={choose} />
                    ))}
                  </CommandGroup>
                ))}
                {articles && articles.length > 0 && (
                  <ArticleGroup
                    articles={articles}
                    onChoose={(path) => {
                      onClose()
                      void navigate(path)
                    }}
                  />
                )}
              </CommandList.List>
            </CommandList>
          </Dialog.Content>
        </Dialog.Overlay>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Letters that are scattered over a long name are no match. */
const WEAKEST_MATCH = 0.05

function matchOf(name: string, search: string, keywords?: string[]): number {
  const match = defaultFilter(name, search, keywords)
  return match < WEAKEST_MATCH ? 0 : match
}

function CommandItem({ command, onChoose }: { command: Command; onChoose: (command: Command) => void }) {
  const { label, icon: Icon, keywords = [] } = command
  return (
    <CommandList.Item
      value={label}
      keywords={keywords}
      onSelect={() => onChoose(command)}
      className={COMMAND_ITEM}
    >
      <Icon aria-hidden size={17} className="shrink-0" />
      {label}
    </CommandList.Item>
  )
}
