import { Command as CommandList, defaultFilter } from 'cmdk'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import FileText from 'lucide-react/icons/file-text'
import LogOut from 'lucide-react/icons/log-out'
import Search from 'lucide-react/icons/search'
import * as Dialog from 'radix-ui/dialog'
import { useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { useFoundArticles } from '#app/admin/editor/link/use-found-articles.ts'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath, NEWSROOM_PATH } from '#app/admin/kit/paths.ts'
import { useHasNewsroom } from '#app/admin/kit/query/desk-facts.ts'
import { type Command, type CommandActions, labelFor } from '#app/admin/kit/room.ts'
import { useMayOpen, useMember } from '#app/admin/kit/session/member.tsx'
import { languageName, nameOf } from '#app/admin/kit/ui/format.ts'
import { useReturnFocus } from '#app/admin/kit/ui/modal-dialog.tsx'
import { COMMANDS, PAGES } from '#app/admin/shell/rooms.ts'
import type { DeskArticle } from '#core/data/desk-articles.ts'

const COMMAND_ITEM =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded-sm px-3 text-sm text-soft data-[selected=true]:bg-line data-[selected=true]:text-ink'

interface ArticleGroupProps {
  articles: readonly DeskArticle[]
  onChoose: (path: string) => void
}

/** All entries of the command bar, grouped by heading. */
const GROUPS: readonly { heading: string; commands: readonly Command[] }[] = [
  {
    heading: t('command.goTo'),
    commands: [...PAGES, { label: t('shell.back'), icon: ArrowLeft, run: () => location.assign('/') }],
  },
  {
    heading: t('command.do'),
    commands: [
      ...COMMANDS,
      {
        label: t('shell.logout'),
        icon: LogOut,
        keywords: t('shell.logoutKeywords'),
        run: ({ logout }) => logout(),
      },
    ],
  },
]

const MAX_ARTICLES = 8

interface CommandBarProps {
  actions: CommandActions
  onClose: () => void
}

/** A dialog that searches all pages and actions of the desk, and its articles. It is open as long as it is rendered. */
export function CommandBar({ actions, onClose }: CommandBarProps) {
  const mayOpen = useMayOpen()
  const hasNewsroom = useHasNewsroom()
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
                {GROUPS.map(({ heading, commands }) => (
                  <CommandGroup key={heading} heading={heading}>
                    {commands
                      .filter(
                        (command) =>
                          (!('to' in command) || mayOpen(command.to)) &&
                          (hasNewsroom || !isOfNewsroom(command)),
                      )
                      .map((command) => (
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

const isOfNewsroom = (command: Command): boolean => 'to' in command && command.to.startsWith(NEWSROOM_PATH)

/** Below this score, the letters are only scattered over a long name. */
const WEAKEST_MATCH = 0.05

function matchOf(name: string, search: string, keywords?: string[]): number {
  const match = defaultFilter(name, search, keywords)
  return match < WEAKEST_MATCH ? 0 : match
}

function CommandItem({ command, onChoose }: { command: Command; onChoose: (command: Command) => void }) {
  const { icon: Icon, keywords } = command
  const label = labelFor(useMember(), command)
  return (
    <CommandList.Item
      value={label}
      keywords={keywords?.split(', ') ?? []}
      onSelect={() => onChoose(command)}
      className={COMMAND_ITEM}
    >
      <Icon aria-hidden size={17} className="shrink-0" />
      {label}
    </CommandList.Item>
  )
}

/** The articles that were found, published or not, each leading to its form. */
function ArticleGroup({ articles, onChoose }: ArticleGroupProps) {
  return (
    <CommandGroup heading={t('command.articles')}>
      {articles.toSorted(originalsFirst).map((article) => (
        <CommandList.Item
          key={article.id}
          value={`${article.title} ${article.id}`}
          // The server searches these too; without them the command bar would filter out what it found by them.
          keywords={[article.slug, article.author]}
          onSelect={() => onChoose(editArticlePath(article))}
          className={COMMAND_ITEM}
        >
          <FileText aria-hidden size={17} className="shrink-0" />
          <span className="min-w-0 py-1.5">
            <span lang={article.title ? article.language : undefined} className="line-clamp-2 wrap-anywhere">
              {nameOf(article)}
            </span>
            <span className="block text-faint text-xs">
              {[languageName(article.language), article.published ? '' : t('article.status.draft')]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </span>
        </CommandList.Item>
      ))}
    </CommandGroup>
  )
}

/** Originals come before their translations. */
function originalsFirst(a: DeskArticle, b: DeskArticle): number {
  return Number(a.original_article_id !== null) - Number(b.original_article_id !== null)
}

/** A part of the command bar under a heading. */
function CommandGroup({ heading, children }: { heading: string; children: React.ReactNode }) {
  return (
    <CommandList.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1.5 [&_[cmdk-group-heading]]:text-faint [&_[cmdk-group-heading]]:text-xs"
    >
      {children}
    </CommandList.Group>
  )
}

/** Opens and closes the command bar on Ctrl-K or Cmd-K, over any page of the desk but not over another dialog. */
export function useCommandShortcut(isOpen: boolean, onOpenChange: (open: boolean) => void): void {
  // A layout effect, so that the shortcut works as soon as the desk is painted.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const isShortcut = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
      if (!isShortcut || event.key.toLowerCase() !== 'k' || event.isComposing || event.defaultPrevented)
        return
      event.preventDefault()
      if (isOpen || !document.querySelector('[role=dialog]')) onOpenChange(!isOpen)
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [isOpen, onOpenChange])
}
