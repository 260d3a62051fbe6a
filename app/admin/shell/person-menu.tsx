import ChevronDown from 'lucide-react/icons/chevron-down'
import Keyboard from 'lucide-react/icons/keyboard'
import Moon from 'lucide-react/icons/moon'
import Sun from 'lucide-react/icons/sun'
import { lazy, Suspense, useId, useState } from 'react'
import { t } from '#app/admin/messages.ts'
import { CountBadge, MENU_ITEM, MenuEntry } from '#app/admin/shell/main-menu.tsx'
import { ACCOUNT_PAGE } from '#app/admin/shell/pages.ts'

const KeysDialog = lazy(() => import('#app/admin/shell/keys-dialog.tsx'))

interface PersonMenuProps {
  /** The display name, or the address without one. */
  name: string
  email: string
  /** How much of the account waits. */
  count: number | undefined
  /** Of the program; undefined until it is known. */
  version: string | undefined
  onChoose: () => void
}

/** What belongs to the person who is signed in: account, display and keys. */
export function PersonMenu({ name, email, count, version, onChoose }: PersonMenuProps) {
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
