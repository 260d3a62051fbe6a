import { lazy, Suspense, type SyntheticEvent } from 'react'
import { CategoryNav } from '#app/components/layout/category-nav.tsx'
import { LanguageLinks } from '#app/components/layout/language-links.tsx'
import { Logo } from '#app/components/layout/logo.tsx'
import { OwnPart } from '#app/components/layout/own-part.tsx'
import { NewsletterLink } from '#app/components/newsletter/newsletter-link.tsx'
import { SearchButton } from '#app/components/search/search-button.tsx'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import { ChevronDown, Globe, Menu, Moon, Sun, X } from '#app/components/ui/icons.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { LANGUAGES } from '#core/i18n/languages.ts'

/**
 * Makes a <details> element behave like a menu, with code that is loaded with its first event (menu-events.ts). Without that it
 * still opens and closes.
 */
const MENU_BEHAVIOUR = { onToggle: handle, onClick: handle, onBlur: handle, onKeyDown: handle }

/** Loaded only where there are more sections than fit. The server renders it without waiting. */
const MoreSections = import.meta.env.SSR
  ? (await import('#app/components/layout/more-sections.tsx')).default
  : lazy(() => import('#app/components/layout/more-sections.tsx'))

export function SiteHeader() {
  const { t } = useTranslation()
  const { moreSections } = useSiteData()
  return (
    <header className="site-header">
      <OwnPart name="headerLinks" />
      <div className="page flex min-h-16 items-center justify-between gap-2 py-2 md:min-h-20">
        <Logo />
        <div className="flex items-center gap-0.5 md:gap-1">
          <SearchButton />{' '}
          <div className="hidden md:block">
            <LanguageMenu />
          </div>
          <ThemeToggle />{' '}
          <NewsletterLink data-live="" className={buttonStyles({ className: 'max-sm:hidden ml-1' })}>
            <span className="lg:hidden">{t('header.newsletter.narrow')}</span>{' '}
            <span className="max-lg:hidden">{t('header.newsletter.wide')}</span>
          </NewsletterLink>{' '}
          <SmallScreenMenu />
        </div>
      </div>
      <div className="hidden border-t border-line md:block">
        <div className="page">
          <CategoryNav
            className="-mb-px flex gap-x-8"
            linkClassName="block border-b-3 border-transparent pt-3 pb-2.5 text-[0.9375rem] font-medium text-soft transition-colors hover:border-line hover:text-ink aria-[current=page]:border-accent aria-[current=page]:text-ink"
          />
          {moreSections && (
            <Suspense>
              <MoreSections title={moreSections} {...MENU_BEHAVIOUR} />
            </Suspense>
          )}
        </div>
      </div>
    </header>
  )
}

/**
 * The theme is a class on the root element, which the boot script may set before the page is rendered. Both labels are in
 * the HTML and CSS shows one of them, so that hydration finds the same elements in either theme.
 */
function ThemeToggle() {
  const { t } = useTranslation()
  return (
    <Button
      variant="ghost"
      size="icon"
      className="noscript:hidden"
      data-scripted="theme"
      onClick={() => document.documentElement.classList.toggle('dark')}
    >
      <Moon size={18} className="dark:hidden" />
      <span className="sr-only dark:hidden">{t('theme.toDark')}</span>{' '}
      <Sun size={18} className="hidden dark:block" />
      <span className="hidden dark:sr-only dark:inline">{t('theme.toLight')}</span>
    </Button>
  )
}

function LanguageMenu() {
  const { language, t } = useTranslation()
  const name = LANGUAGES.find(({ code }) => code === language)?.name ?? language
  return (
    <details {...MENU_BEHAVIOUR} className="group relative">
      <summary
        className={buttonStyles({ variant: 'ghost' })}
        aria-label={t('language.menu.current', { code: language.toUpperCase(), language: name })}
      >
        <Globe size={18} />
        <span aria-hidden className="uppercase">
          {language}
        </span>
        <ChevronDown size={16} className="transition-transform group-open:rotate-180" />
      </summary>
      <nav
        aria-label={t('language.menu.label')}
        className="absolute right-0 z-40 mt-1 w-48 rounded-md border border-line bg-paper p-1.5 shadow-float"
      >
        <LanguageLinks
          className="grid"
          linkClassName="flex items-center gap-2 rounded-sm px-2.5 py-2 text-sm hover:bg-wash aria-[current=true]:bg-wash aria-[current=true]:font-semibold"
        />
      </nav>
    </details>
  )
}

/** The menu of small screens: the categories and languages, which do not fit into the header there. */
function SmallScreenMenu() {
  const { t } = useTranslation()
  return (
    <details {...MENU_BEHAVIOUR} data-covers-page="" className="group md:hidden">
      <summary className={buttonStyles({ variant: 'ghost', size: 'icon' })}>
        <Menu size={22} className="group-open:hidden" />
        <span className="sr-only group-open:hidden">{t('header.menu.open')}</span>{' '}
        <X aria-hidden size={22} className="hidden group-open:block" />
        <span className="hidden group-open:sr-only group-open:inline">{t('header.menu.close')}</span>
      </summary>
      <div className="page absolute inset-x-0 top-full z-40 border-b border-ink bg-paper pt-2 pb-6 shadow-float">
        <CategoryNav
          className="divide-y divide-line"
          linkClassName="flex items-center py-3 font-display text-title-sm font-medium aria-[current=page]:text-accent"
        />
        <OwnPart name="headerLinks" />
        <NewsletterLink data-live="" className={buttonStyles({ className: 'mt-2 mb-5 w-full sm:hidden' })}>
          {t('header.newsletter.narrow')}
        </NewsletterLink>
        <nav aria-label={t('language.menu.label')} className="border-t border-ink pt-4">
          <LanguageLinks
            className="grid grid-cols-2 gap-x-4"
            linkClassName="flex items-center gap-2 py-2 text-sm aria-[current=true]:font-semibold"
          />
        </nav>
      </div>
    </details>
  )
}

function handle({ currentTarget: details, nativeEvent }: SyntheticEvent<HTMLDetailsElement>): void {
  if (isMove(nativeEvent as KeyboardEvent, details.open)) nativeEvent.preventDefault()
  // Read here, because the code may run much later than the event.
  const at = performance.now()
  import('./menu-events.ts').then((events) => events.handleMenuEvent(details, nativeEvent, at), console.error)
}

/** Whether this key moves focus in the menu: the page would scroll while the code is loading. */
function isMove({ key, ctrlKey, metaKey }: KeyboardEvent, open: boolean): boolean {
  return !ctrlKey && !metaKey && (/^Arrow[UD]/.test(key) || (open && /^(Home|End)$/.test(key)))
}
