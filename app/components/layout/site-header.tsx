import { categoryTone } from '#app/components/article/category-badge.tsx'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { Logo } from '#app/components/layout/logo.tsx'
import { OwnPart } from '#app/components/layout/own-navigation.tsx'
import { NewsletterLink } from '#app/components/newsletter/newsletter-link.tsx'
import { LanguageField } from '#app/components/search/search-form.tsx'
import { Button, buttonStyles } from '#app/components/ui/button.tsx'
import { ChevronDown, Globe, Menu, Moon, Search, Sun, X } from '#app/components/ui/icons.tsx'
import { usePage } from '#app/document/page-context.ts'
import { useCategories, useSiteData } from '#app/hooks/use-site-data.ts'
import { useLanguage, useTranslation } from '#app/hooks/use-translation.ts'
import { LANGUAGES, localizedPath } from '#core/i18n/languages.ts'
import { articlePath, categoryPath, searchPath } from '#core/paths.ts'

/** Its `<details>` behave like menus (app/reader/menus.ts). Without scripts they still open and close. */
export function SiteHeader() {
  const { t } = useTranslation()
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
          {useSiteData().hasMoreSections && <MoreSections />}
        </div>
      </div>
    </header>
  )
}

/** The theme is a class on the root element (app/document/boot.ts). Both labels are in the HTML, and CSS shows one of them. */
function ThemeToggle() {
  const { t } = useTranslation()
  return (
    <Button variant="ghost" size="icon" className="noscript:hidden" data-scripted="theme">
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
    <details className="group relative">
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
    <details data-covers-page="" className="group md:hidden">
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

/** Opens the search overlay (app/reader/search.ts). Without scripts it leads to the search page. */
function SearchButton() {
  const { t } = useTranslation()
  return (
    <form action={searchPath()}>
      <LanguageField />
      <Button
        type="submit"
        variant="ghost"
        size="icon"
        data-scripted="search"
        aria-haspopup="dialog"
        aria-keyshortcuts="/ Control+K Meta+K"
      >
        <Search size={18} />
        <span className="sr-only">{t('header.search.open')}</span>
      </Button>
    </form>
  )
}

/** The sections for which the header has no room: all of them are in it, and styles hide those that the header shows. */
function MoreSections() {
  const { t } = useTranslation()
  return (
    <details className="more-sections">
      <summary>{t('header.more')}</summary>
      <CategoryNav label={t('header.more')} />
    </details>
  )
}

/** Links to the sections, with `aria-current` on the present one. `linkClassName` may use each category's accent colour. */
function CategoryNav(props: { className?: string; linkClassName?: string; label?: string }) {
  const { t } = useTranslation()
  const { className, linkClassName, label = t('header.nav.label') } = props
  const path = usePage().pathname.toLowerCase()
  return (
    <nav aria-label={label}>
      <ul className={className}>
        {useCategories().map((category) => {
          const own = categoryPath(category)
          const active = path === own || path.startsWith(`${own}/`)
          return (
            <li key={category} data-tone={categoryTone(category)}>
              <LocalLink
                to={own}
                className={linkClassName}
                {...(active && { 'aria-current': 'page' as const })}
              >
                {t(`category.${category}.name`)}
              </LocalLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/**
 * Links to the same page in every language. On an article these are its published versions, which have addresses of their
 * own. The boot script stores the reader's choice, which it reads from `data-language`.
 */
function LanguageLinks({ className, linkClassName }: { className: string; linkClassName: string }) {
  const current = useLanguage()
  const { pathname, search, versions } = usePage()
  const { languages } = useSiteData()
  const path = pathname + withoutPage(search)
  const links = LANGUAGES.flatMap((language) => {
    if (languages && !languages.includes(language.code)) return []
    if (!versions) return { ...language, path }
    const version = versions.find((one) => one.language === language.code)
    return version ? { ...language, path: articlePath(version) } : []
  })
  return (
    <ul className={className}>
      {links.map(({ code, name, path }) => (
        <li key={code}>
          <a
            href={localizedPath(path, code)}
            lang={code}
            hrefLang={code}
            data-language={code}
            data-replace={versions ? undefined : ''}
            className={linkClassName}
            {...(code === current && { 'aria-current': 'true' as const })}
          >
            <span aria-hidden className="w-6 text-label text-faint uppercase">
              {code}
            </span>
            {` ${name}`}
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Removes the page number: the same page of a list has other articles in another language, or does not exist. */
function withoutPage(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('page')
  return params.size > 0 ? `?${params}` : ''
}
