import { useQuery } from '@tanstack/react-query'
import ChevronDown from 'lucide-react/icons/chevron-down'
import Keyboard from 'lucide-react/icons/keyboard'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { lazy, Suspense, use, useId, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { t } from '#app/admin/kit/messages.ts'
import { NEWSROOM_PATH, SETUP_PATH, SYSTEM_PATH } from '#app/admin/kit/paths.ts'
import { useDeskFacts } from '#app/admin/kit/query/desk-facts.ts'
import { labelFor, type Page, showCount } from '#app/admin/kit/room.ts'
import { MemberContext, useMember } from '#app/admin/kit/session/member.tsx'
import { useListedProblems } from '#app/admin/operations/system/system-queries.ts'
import { countByPage, describeWaiting } from '#app/admin/shell/dashboard/describe-waiting.ts'
import {
  ACCOUNT_PAGE,
  findCurrentPage,
  isForEverybody,
  mayOpen,
  PAGE_GROUPS,
} from '#app/admin/shell/rooms.ts'
import { isSetUpQuery } from '#app/admin/shell/setup/setup-steps.ts'

export const MENU_ITEM =
  'flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-sm text-soft transition-colors hover:bg-line/60 hover:text-ink lg:min-h-7 lg:low:min-h-6.25 aria-[current=page]:bg-line/60 aria-[current=page]:font-semibold aria-[current=page]:text-ink'

interface MainMenuProps {
  /** Those that the member may open. */
  isFor: (path: string) => boolean
  /** The number of things that wait on each page. Nothing is shown of what is not known. */
  counts?: ReadonlyMap<string, number> | undefined
  /** True if setting up is over, or not known to be open; the menu does not offer it then. */
  isSetUp?: boolean
  hasNewsroom?: boolean
  onChoose: () => void
}

/** The pages of the desk, in groups. */
export function MainMenu({ isFor, counts, isSetUp = true, hasNewsroom = true, onChoose }: MainMenuProps) {
  const groups = PAGE_GROUPS.map(({ title, pages }) => ({
    title,
    pages: pages.filter(
      ({ to, tabOf }) =>
        !tabOf && isFor(to) && (to !== SETUP_PATH || !isSetUp) && (to !== NEWSROOM_PATH || hasNewsroom),
    ),
  })).filter(({ pages }) => pages.length > 0)
  return (
    // On a low screen it scrolls, so that what is below it stays in sight.
    <nav aria-label={t('shell.title')} className="lg:-mx-3 lg:min-h-24 lg:overflow-y-auto lg:px-3">
      <ul className="space-y-3 lg:space-y-2 lg:low:space-y-1">
        {groups.map(({ title, pages }) => (
          <li key={title}>
            <p className="px-3 pb-0.5 font-medium text-faint text-xs">{title}</p>
            <ul>
              {pages.map((page) => (
                <MenuEntry key={page.to} page={page} count={counts?.get(page.to)} onChoose={onChoose} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The menu until it is known who is there: what everybody has. */
export function UnknownMenu({ onChoose }: { onChoose: () => void }) {
  return <MainMenu isFor={isForEverybody} onChoose={onChoose} />
}

/** The same with what waits on each page, and the menu of the person below it. */
export function CountedMenu({ email, onChoose }: { email: string; onChoose: () => void }) {
  const member = useMember()
  const desk = useDeskFacts()
  const { data: isSetUp } = useQuery({ ...isSetUpQuery, enabled: mayOpen(member, SETUP_PATH) })
  const waiting = desk && countByPage(describeWaiting(desk.waiting))
  const problems = useListedProblems(desk?.waiting.setUp)
  const counts = problems === undefined ? waiting : new Map(waiting).set(SYSTEM_PATH, problems)
  return (
    <>
      <MainMenu
        isFor={(path) => mayOpen(member, path)}
        counts={counts}
        isSetUp={isSetUp ?? true}
        hasNewsroom={desk?.hasNewsroom ?? true}
        onChoose={onChoose}
      />
      <PersonMenu
        name={member.name || email}
        email={email}
        count={counts?.get(ACCOUNT_PAGE.to)}
        version={desk?.version}
        onChoose={onChoose}
      />
    </>
  )
}

interface MenuEntryProps {
  page: Page
  count: number | undefined
  onChoose: () => void
}

function MenuEntry({ page, count, onChoose }: MenuEntryProps) {
  const { to, icon: Icon, inMenu } = page
  const id = useId()
  const member = use(MemberContext)
  const isCurrent = findCurrentPage(useLocation().pathname) === to
  return (
    <li>
      <Link
        to={to}
        aria-current={isCurrent ? 'page' : undefined}
        aria-describedby={count ? id : undefined}
        className={MENU_ITEM}
        onClick={onChoose}
      >
        <Icon aria-hidden size={17} />
        {inMenu?.before && <span className="sr-only">{inMenu.before} </span>}
        {inMenu?.label ?? labelFor(member, page)}
        <CountBadge count={count} id={id} />
      </Link>
    </li>
  )
}

/** Shows how much waits, as a description: the name of the link stays the name of the page. */
function CountBadge({ count, id }: { count: number | undefined; id: string }) {
  if (!count) return null
  return (
    <>
      {' '}
      <span
        aria-hidden
        data-tone="orange"
        className="ml-auto min-w-5 rounded-full bg-accent px-1.5 text-center font-semibold text-label text-on-accent tabular-nums"
      >
        {showCount(count)}
      </span>{' '}
      <span id={id} hidden>
        {t('shell.waiting', { shown: showCount(count) })}
      </span>
    </>
  )
}

const KeysDialog = lazy(() => import('#app/admin/shell/keys-dialog.tsx'))

interface PersonMenuProps {
  /** The display name, or the address without one. */
  name: string
  email: string
  /** The number of things in the account that wait. */
  count: number | undefined
  /** Of the program; undefined until it is known. */
  version: string | undefined
  onChoose: () => void
}

/** The menu of the person who is signed in: account, display and keys. */
function PersonMenu({ name, email, count, version, onChoose }: PersonMenuProps) {
  const id = useId()
  const [hasKeys, setHasKeys] = useState(false)
  return (
    <details className="group border-line border-t pt-2 lg:mt-auto">
      <summary
        className={`${MENU_ITEM} cursor-pointer`}
        title={email}
        aria-describedby={count ? id : undefined}
      >
        <ChevronDown aria-hidden size={17} className="shrink-0 transition-transform group-open:rotate-180" />
        <span className="sr-only">{t('shell.person')}</span> <span className="min-w-0 truncate">{name}</span>
        <CountBadge count={count} id={id} />
      </summary>
      <ul>
        <MenuEntry page={ACCOUNT_PAGE} count={count} onChoose={onChoose} />
        <li>
          <button
            type="button"
            className={MENU_ITEM}
            onClick={() => document.documentElement.classList.toggle('dark')}
          >
            <Moon aria-hidden size={17} className="dark:hidden" />
            <span className="dark:hidden">{t('shell.theme.dark')}</span>{' '}
            <Sun aria-hidden size={17} className="hidden dark:block" />
            <span className="hidden dark:inline">{t('shell.theme.light')}</span>
          </button>
        </li>
        <li>
          <button type="button" className={MENU_ITEM} onClick={() => setHasKeys(true)}>
            <Keyboard aria-hidden size={17} />
            {t('shell.keys')}
          </button>
        </li>
        {version && <li className="px-3 py-1 text-faint text-xs">{t('shell.version', { version })}</li>}
      </ul>
      {hasKeys && (
        <Suspense>
          <KeysDialog onClose={() => setHasKeys(false)} />
        </Suspense>
      )}
    </details>
  )
}
