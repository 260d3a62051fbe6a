import { Children } from 'react'
import { LocalLink } from '#app/components/layout/local-link.tsx'
import { usePage } from '#app/document/page-context.ts'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { useLanguage, useTranslation } from '#app/hooks/use-translation.ts'
import type { OwnNavigation as Parts, SiteLink } from '#core/domain/site-links.ts'
import { inLanguage, type Localized } from '#core/domain/site-words.ts'
import { localizedPath } from '#core/i18n/languages.ts'

interface OwnPartProps {
  name: keyof Parts
  /** The content if the publication has no part of its own. */
  children?: React.ReactNode
}

/** A part of the frame that editors may make: links of the header, columns and profiles in the footer, and the notice. */
export function OwnPart({ name, children }: OwnPartProps) {
  const { language, t } = useTranslation()
  const site = useSiteData()
  if (!site[name]) return children
  const { headerLinks = [], notice, pages, socialProfiles = [] } = site
  switch (name) {
    case 'headerLinks':
      return (
        <nav aria-label={t('footer.nav.title')} className="header-links">
          <ul className="page">
            <OwnLinks links={headerLinks} />
          </ul>
        </nav>
      )
    case 'footerColumns':
      return <FooterColumns site={site} shipped={Children.toArray(children)} />
    case 'pages':
      return pages?.[language]?.map(({ to, text }) => (
        <li key={to} className="own-link">
          <LocalLink to={to}>{text}</LocalLink>
        </li>
      ))
    case 'socialProfiles':
      return (
        <ul className="social-profiles">
          {socialProfiles.map(({ name, to }) => (
            <li key={to}>
              <a href={to} rel="me">
                {name}
              </a>
            </li>
          ))}
        </ul>
      )
    case 'notice':
      // It scrolls away with the page, so it needs no button that closes it.
      return (
        notice && (
          <aside aria-label={t('toast.region')} className="site-notice night">
            <p className="page">
              {notice.to ? <OwnLink label={notice.text} to={notice.to} /> : <Text texts={notice.text} />}
            </p>
          </aside>
        )
      )
  }
}

interface FooterColumnsProps {
  site: Parts
  /** The shipped columns in the order of FOOTER_COLUMNS. */
  shipped: React.ReactNode[]
}

function FooterColumns({ site: { footerColumns = [] }, shipped }: FooterColumnsProps) {
  const language = useLanguage()
  const [navigation, categories, pages] = shipped
  const columns = { navigation, categories, pages }
  if (footerColumns.length === 0) return null
  return (
    <div className="own-columns">
      {footerColumns.map((column, index) =>
        'shipped' in column ? (
          columns[column.shipped]
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike
          <div key={index}>
            <h2 className="text-label font-semibold text-faint uppercase">
              {inLanguage(column.title, language)}
            </h2>
            <ul className="mt-3 text-sm text-soft">
              <OwnLinks links={column.links} />
            </ul>
          </div>
        ),
      )}
    </div>
  )
}

function OwnLinks({ links }: { links: readonly SiteLink[] }) {
  return links.map((link, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: two may be alike
    <li key={index} className="own-link">
      <OwnLink {...link} />
    </li>
  ))
}

/** A link that an editor has made. */
function OwnLink({ label, to }: SiteLink) {
  const language = useLanguage()
  const { pathname } = usePage()
  const isPath = to.startsWith('/')
  // An address that names a language itself leads there.
  const href = isPath && !/[?&]lang=/.test(to) ? localizedPath(to, language) : to
  return (
    <a href={href} rel={isPath ? undefined : 'external'} aria-current={to === pathname ? 'page' : undefined}>
      <Text texts={label} />
    </a>
  )
}

/** The text in the language of the page, or else in English, marked as such. */
function Text({ texts }: { texts: Localized<string> }) {
  const language = useLanguage()
  const own = texts[language]
  return own ?? <span lang="en">{texts.en}</span>
}
