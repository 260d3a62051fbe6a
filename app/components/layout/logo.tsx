import { LocalLink } from '#app/components/layout/local-link.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import type { OwnLogo as LogoFacts } from '#core/look/logo.ts'

/** The logo and name of the publication, as a link to the home page. */
export function Logo() {
  const { t } = useTranslation()
  const { logo } = useSiteData()
  const name = t('site.name')
  return (
    <LocalLink
      to="/"
      aria-label={t('header.logo.label')}
      className="inline-flex min-w-0 items-center gap-2.5 font-display wrap-anywhere font-medium tracking-tight"
    >
      {logo ? <OwnLogo logo={logo} className="min-w-0" /> : <LogoSymbol />}
      {logo?.named !== false && (
        <span dir="auto" className={`line-clamp-3 text-left ${sizeOf(name)}`}>
          {name}
        </span>
      )}
    </LocalLink>
  )
}

/** The longer a name is the smaller it is written, so that it fits into the header of a phone. */
function sizeOf(name: string): string {
  if (name.length <= 12) return 'text-[1.75rem] leading-none'
  if (name.length <= 24) return 'text-title-sm leading-tight md:text-[1.75rem]'
  return 'text-sm leading-tight md:text-title-sm'
}

/** The drawing of favicon.svg, an eye whose iris is a clock, in the colours of the theme. */
function LogoSymbol() {
  return (
    <svg aria-hidden="true" viewBox="0 0 64 64" className="size-9 shrink-0">
      <path
        className="fill-ink"
        fillRule="evenodd"
        d="M1 33C10 15 20 8 32 8S54 15 63 33C54 50 44 56 32 56S10 50 1 33ZM10 34C16 45 23 50.5 32 50.5S48 45 54 34C48 22 41 16.5 32 16.5S16 22 10 34Z"
      />
      <circle className="fill-brand" cx="32" cy="33" r="13" />
      <path className="stroke-paper" d="M32 25V33H38.5" fill="none" strokeWidth="4" strokeLinecap="square" />
    </svg>
  )
}

/** The logo of a publication; nothing if its name is shown alone. The link around it has a name, so the picture has none. */
export function OwnLogo({ logo, className }: { logo: LogoFacts; className: string }) {
  if (!logo.light) return null
  const { light, dark, width, height } = logo
  // If there are two, only the one that the theme shows is loaded.
  const look = { loading: dark ? 'lazy' : undefined, width, height } as const
  return (
    <picture className={className}>
      <img {...look} alt="" src={`/${light}`} className={dark ? 'own-logo on-light' : 'own-logo'} />
      {dark && <img {...look} alt="" src={`/${dark}`} className="own-logo on-dark" />}
    </picture>
  )
}
