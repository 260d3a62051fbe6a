import type { PresentedProfile } from '#app/head/present-profile.server.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'

const SIZES = '(min-width: 768px) 160px, 112px'

/** The picture of an author, cut to a square. */
export function AuthorPicture({
  picture,
  className = '',
}: {
  picture: NonNullable<PresentedProfile['picture']>
  className?: string
}) {
  const { avif, webp, src, alt, focus } = picture
  return (
    <picture>
      {avif && <source type="image/avif" srcSet={avif} sizes={SIZES} />}
      {webp && <source type="image/webp" srcSet={webp} sizes={SIZES} />}
      <img
        src={src}
        alt={alt}
        width={160}
        height={160}
        decoding="async"
        style={focus ? { objectPosition: focus } : undefined}
        className={`bg-wash object-cover ${className}`}
      />
    </picture>
  )
}

/** The languages that an author speaks, and the author's pages elsewhere. */
export function AuthorFacts({ profile: { languages, links } }: { profile: PresentedProfile }) {
  const { t } = useTranslation()
  return (
    <>
      {languages && (
        <p className="mt-3 text-sm text-soft">
          {t('author.languages')} {languages}
        </p>
      )}
      {links.length > 0 && (
        <ul aria-label={t('author.elsewhere')} className="mt-2 flex flex-wrap gap-x-5 text-sm">
          {links.map(({ href, name }) => (
            <li key={href} className="min-w-0">
              <a
                href={href}
                rel="me noopener"
                className="inline-block py-1 font-semibold underline underline-offset-4 wrap-anywhere"
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
