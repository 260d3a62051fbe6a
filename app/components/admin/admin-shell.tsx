import { useEffect, useRef, useState } from 'react'
import { Link, NavLink, useNavigation } from 'react-router'
import { Inbox, LayoutDashboard, LogOut, UserRound, Users } from '#app/components/admin/admin-icons.ts'
import { Button } from '#app/components/ui/button.tsx'
import { ArrowLeft, type Icon, Menu, X } from '#app/components/ui/icons.tsx'
import { useFocusOnNavigation } from '#app/hooks/use-focus-on-navigation.ts'
import { useSiteData } from '#app/hooks/use-site-data.ts'

const PAGES: { to: string; label: string; icon: Icon }[] = [
  { to: '/admin/dashboard', label: 'Dashboard', icon: LayoutDashboard },
  { to: '/admin/outbox', label: 'Outbox', icon: Inbox },
  { to: '/admin/administrators', label: 'Administrators', icon: Users },
  { to: '/admin/account', label: 'Account', icon: UserRound },
]

const SKIP_LINK =
  'sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50 focus:rounded-sm focus:bg-ink focus:px-4 focus:py-3 focus:text-sm focus:font-medium focus:text-paper'

const ITEM =
  'flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-sm text-soft transition-colors hover:bg-line/60 hover:text-ink lg:min-h-9 aria-[current=page]:bg-line/60 aria-[current=page]:font-semibold aria-[current=page]:text-ink'

interface AdminShellProps {
  /** Who is signed in; without it, while that is being found out, there is nothing to log out of. */
  account?: { email: string; onLogout: () => void }
  children: React.ReactNode
}

/** The frame of every admin page: a sidebar, which on small screens is a bar that unfolds. */
export function AdminShell({ account, children }: AdminShellProps) {
  const { site_name } = useSiteData()
  const [open, setOpen] = useState(false)
  const toggle = useRef<HTMLButtonElement>(null)
  const content = useFocusOnNavigation()
  const loading = useNavigation().state !== 'idle'
  const close = () => setOpen(false)

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
    <div lang="en" className="flex grow flex-col lg:flex-row">
      <a href="#content" className={SKIP_LINK}>
        Skip to content
      </a>
      <header className="flex flex-col border-line border-b bg-wash lg:sticky lg:top-0 lg:h-dvh lg:w-60 lg:shrink-0 lg:border-r lg:border-b-0">
        <div className="flex items-center justify-between gap-4 py-2 pr-2 pl-5 lg:px-6 lg:pt-7 lg:pb-5">
          <p className="min-w-0 font-display font-medium text-title-sm wrap-break-word">{site_name} Admin</p>
          <Button
            ref={toggle}
            variant="ghost"
            className="lg:hidden"
            aria-expanded={open}
            aria-controls="admin-menu"
            onClick={() => setOpen(!open)}
          >
            {open ? <X aria-hidden size={18} /> : <Menu aria-hidden size={18} />}
            Menu
          </Button>
        </div>
        <div
          id="admin-menu"
          className={`${open ? 'flex' : 'hidden'} grow flex-col gap-2 px-2 pb-3 lg:flex lg:overflow-y-auto lg:px-3 lg:pb-4`}
        >
          <nav aria-label="Admin">
            <ul className="lg:space-y-0.5">
              {PAGES.map(({ to, label, icon: Icon }) => (
                <li key={to}>
                  <NavLink to={to} className={ITEM} onClick={close}>
                    <Icon aria-hidden size={17} />
                    {label}
                  </NavLink>
                </li>
              ))}
            </ul>
          </nav>
          <div className="border-line border-t pt-2 lg:mt-auto lg:pt-3">
            {account && (
              <p className="truncate px-3 py-1.5 text-faint text-sm" title={account.email}>
                {account.email}
              </p>
            )}
            <Link to="/" className={ITEM}>
              <ArrowLeft aria-hidden size={17} />
              Back to Website
            </Link>
            {account && (
              <button type="button" className={ITEM} onClick={account.onLogout}>
                <LogOut aria-hidden size={17} />
                Logout
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
    </div>
  )
}
