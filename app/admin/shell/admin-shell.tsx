import { Command as CommandList, defaultFilter } from 'cmdk'
import ArrowLeft from 'lucide-react/icons/arrow-left'
import FileText from 'lucide-react/icons/file-text'
import LogOut from 'lucide-react/icons/log-out'
import Menu from 'lucide-react/icons/menu'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import * as Dialog from 'radix-ui/dialog'
import { use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { useFoundArticles } from '#app/admin/editor/link/use-found-articles.ts'
import { t } from '#app/admin/kit/messages.ts'
import { editArticlePath, NEWSROOM_PATH } from '#app/admin/kit/paths.ts'
import { useHasNewsroom } from '#app/admin/kit/query/desk-facts.ts'
import { type Command, type CommandActions, labelFor } from '#app/admin/kit/room.ts'
import { MemberContext, useMayOpen, useMember } from '#app/admin/kit/session/member.tsx'
import { languageName, nameOf } from '#app/admin/kit/ui/format.ts'
import { useReturnFocus } from '#app/admin/kit/ui/modal-dialog.tsx'
import { FilledMessage } from '#app/admin/kit/ui/notice.tsx'
import { CountedMenu, MENU_ITEM, UnknownMenu } from '#app/admin/shell/main-menu.tsx'
import { COMMANDS, findPage, PAGES } from '#app/admin/shell/rooms.ts'
import { ScreenTitle } from '#app/admin/shell/screen-title.tsx'
import { OwnLogo } from '#app/components/layout/logo.tsx'
import { Button } from '#app/components/ui/button.tsx'
import { SkipLink } from '#app/components/ui/skip-link.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import type { DeskArticle } from '#core/data/desk-articles.ts'

const EVENTS = ['pointerdown', 'keydown', 'wheel']

interface AdminShellProps {
  /** The account of who is signed in. Undefined until that is known; there is no logout button until then. */
  account?: { email: string; onLogout: () => void }
  children: React.ReactNode
}

/** The layout of every admin page: a sidebar, which is a menu bar on small screens. */
export function AdminShell({ account, children }: AdminShellProps) {
  const { site_name, logo } = useSiteData()
  /** A logo beside which readers see no name has it in itself. */
  const isNamed = logo?.named ?? true
  const page = findPage(useLocation().pathname)
  const [open, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const content = useFocusOnNavigation()
  useFocusOnHash()
  const loading = useNavigation().state !== 'idle'
  const close = () => setOpen(false)
  const [commanding, setCommanding] = useState(false)
  useCommandShortcut(commanding, setCommanding)

  useEffect(() => {
    if (!open) return
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      setOpen(false)
      toggle.current?.focus()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [open])

  return (
    <div lang="en" className="desk flex grow flex-col lg:flex-row">
      <ScreenTitle page={page && labelFor(use(MemberContext), page)} />
      <SkipLink>{t('shell.skip')}</SkipLink>
      <header className="flex flex-col border-line border-b bg-wash lg:sticky lg:top-0 lg:h-dvh lg:w-60 lg:shrink-0 lg:border-r lg:border-b-0">
        <div className="flex items-center justify-between gap-4 py-2 pr-2 pl-5 sm:pr-5 sm:pl-8 lg:px-6 lg:pt-5 lg:pb-3 lg:low:pt-3 lg:low:pb-2">
          <p
            className={`min-w-0 space-y-2 font-display font-medium wrap-anywhere lg:low:flex lg:low:items-center lg:low:gap-3 lg:low:space-y-0 ${isNamed ? sizeOf(site_name) : 'text-sm text-soft max-lg:flex max-lg:items-center max-lg:gap-3 max-lg:space-y-0'}`}
          >
            {logo && <OwnLogo logo={logo} className={LOGO} />}
            <span className={isNamed ? 'block lg:low:line-clamp-2' : 'block shrink-0 whitespace-nowrap'}>
              <FilledMessage
                text={t('shell.brand')}
                values={{ publication: <bdi className={isNamed ? '' : 'sr-only'}>{site_name}</bdi> }}
              />
            </span>
          </p>
          <div className="flex items-center lg:hidden">
            {account && (
              <Button
                variant="ghost"
                size="icon"
                aria-label={t('command.title')}
                onClick={() => setCommanding(true)}
              >
                <Search aria-hidden size={18} />
              </Button>
            )}
            <Button
              ref={toggle}
              variant="ghost"
              aria-expanded={open}
              aria-controls="admin-menu"
              onClick={() => setOpen(!open)}
            >
              {open ? <X aria-hidden size={18} /> : <Menu aria-hidden size={18} />}
              {t('shell.menu')}
            </Button>
          </div>
        </div>
        <div
          id="admin-menu"
          className={`${open ? 'flex' : 'hidden'} grow flex-col gap-2 px-2 pb-3 sm:px-5 lg:flex lg:overflow-y-auto lg:px-3 lg:pb-4`}
        >
          {account && (
            <button
              type="button"
              aria-keyshortcuts="Control+K Meta+K"
              onClick={() => setCommanding(true)}
              className="mx-1 hidden min-h-9 items-center gap-2.5 rounded-sm border border-edge bg-paper px-2.5 text-sm text-soft transition-colors hover:border-ink hover:text-ink lg:flex"
            >
              <Search aria-hidden size={15} />
              {t('command.title')}
              <kbd className="ml-auto font-sans text-faint text-xs">
                {t(IS_APPLE ? 'command.shortcutApple' : 'command.shortcut')}
              </kbd>
            </button>
          )}
          {account ? (
            <CountedMenu email={account.email} onChoose={close} />
          ) : (
            <UnknownMenu onChoose={close} />
          )}
          <div className="border-line border-t pt-2">
            <a href="/" className={MENU_ITEM}>
              <ArrowLeft aria-hidden size={17} />
              {t('shell.back')}
            </a>
            {account && (
              <button type="button" className={MENU_ITEM} onClick={account.onLogout}>
                <LogOut aria-hidden size={17} />
                {t('shell.logout')}
              </button>
            )}
          </div>
        </div>
      </header>
      <main
        id="content"
        ref={content}
        tabIndex={-1}
        aria-busy={loading}
        className="relative min-w-0 grow px-5 py-7 sm:px-8 lg:px-10 lg:py-9"
      >
        {loading && <div aria-hidden className="absolute inset-x-0 top-0 h-0.5 animate-breathe bg-focus" />}
        <div className="mx-auto max-w-6xl">{children}</div>
      </main>
      {account && commanding && (
        <CommandBar actions={{ logout: account.onLogout }} onClose={() => setCommanding(false)} />
      )}
    </div>
  )
}

/** On a low screen it is beside the name, and no higher than two lines, so that the menu has room. */
const LOGO =
  'block min-w-0 lg:low:max-w-1/2 lg:low:[&_img]:h-7 lg:low:[&_img]:w-auto lg:low:[&_img]:object-contain lg:low:[&_img]:object-left'

/** A long name is smaller where there is little room, and ends after three lines, or two beside the menu. */
function sizeOf(name: string): string {
  return name.length <= 24
    ? 'text-title-sm lg:low:text-base lg:low:leading-tight'
    : 'max-lg:line-clamp-3 text-sm leading-tight lg:text-title-sm lg:low:text-sm lg:low:leading-tight'
}

/** False on the server; it is only used in the browser. */
const IS_APPLE = typeof navigator !== 'undefined' && /Mac|iPhone|iPad/.test(navigator.userAgent)

/**
 * Moves focus to the part of the page that the address names, or to the field of a search, so that a command for it leads
 * users of screen readers there too. A part that is still loading is awaited until the user interacts with the page.
 */
function useFocusOnHash(): void {
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same address again is another navigation
  useEffect(() => {
    if (!hash || focusOn(hash)) return
    const waiting = new MutationObserver(() => {
      if (!focusOn(hash)) return
      document.getElementById(hash.slice(1))?.scrollIntoView()
      waiting.disconnect()
    })
    waiting.observe(document.body, { childList: true, subtree: true })
    const stop = () => waiting.disconnect()
    for (const event of EVENTS) document.addEventListener(event, stop)
    return () => {
      stop()
      for (const event of EVENTS) document.removeEventListener(event, stop)
    }
  }, [hash, key])
}

function focusOn(hash: string): boolean {
  const part = document.getElementById(hash.slice(1))
  const target = part?.localName === 'search' ? part.querySelector('input') : part
  target?.focus({ preventScroll: true })
  return part !== null
}

/** Moves focus to the content after a client-side navigation, so that screen readers start there as after a page load. */
function useFocusOnNavigation() {
  const ref = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  const shownPath = useRef(pathname)

  useEffect(() => {
    if (shownPath.current === pathname) return
    shownPath.current = pathname
    ref.current?.focus({ preventScroll: true })
  }, [pathname])

  return ref
}

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
function CommandBar({ actions, onClose }: CommandBarProps) {
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
function useCommandShortcut(isOpen: boolean, onOpenChange: (open: boolean) => void): void {
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
