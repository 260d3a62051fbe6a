import type { OwnLogo as Logo } from '#core/look/logo.ts'

/** The logo of a publication; nothing if its name is shown alone. The link around it has a name, so the picture has none. */
export function OwnLogo({ logo, className }: { logo: Logo; className: string }) {
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
