import { useCallback, useState } from 'react'
import { type HeroDetails, heroImageSources } from '#core/domain/hero-image.ts'

interface HeroImageProps {
  article: { hero_image: string | null; hero: HeroDetails | null }
  alt?: string
  /** `first` is the one image the page is about, `early` one in sight from the start, `lazy` any other. */
  loading?: 'first' | 'early' | 'lazy'
  /** How wide it is shown, as in the `sizes` attribute. */
  sizes?: string
  className?: string
}

/** A third of the page where there are columns, else nearly all of it. */
const CARD_SIZES = '(min-width: 64rem) 24rem, (min-width: 40rem) 46vw, 92vw'

/** An article's picture, 16 by 9. One that fails to load is hidden and leaves its quiet background; none is an 'AI'. */
export function HeroImage({
  article,
  alt = '',
  loading = 'lazy',
  sizes = CARD_SIZES,
  className = '',
}: HeroImageProps) {
  const { hero } = article
  const sources = heroImageSources(article.hero_image, { version: hero?.version })
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const watch = useCallback((image: HTMLImageElement | null) => {
    // It may have failed before the page was hydrated.
    if (image?.complete && image.naturalWidth === 0) setFailedSrc(image.getAttribute('src'))
  }, [])
  const shown = sources !== null && failedSrc !== sources.src
  return (
    <div
      className={`relative aspect-video overflow-hidden bg-wash bg-cover ${className}`}
      style={shown && hero ? { backgroundImage: `url(${hero.placeholder})` } : undefined}
    >
      {sources === null && (
        <span
          aria-hidden
          className="absolute inset-0 grid place-items-center font-display text-6xl font-medium tracking-tight text-edge"
        >
          AI
        </span>
      )}
      {shown && (
        <picture>
          {sources.avif && <source type="image/avif" srcSet={sources.avif} sizes={sizes} />}
          {sources.webp && <source type="image/webp" srcSet={sources.webp} sizes={sizes} />}
          <img
            ref={watch}
            src={sources.src}
            alt={alt}
            width={hero?.width ?? 1600}
            height={hero?.height ?? 900}
            decoding="async"
            {...(loading === 'lazy' && { loading })}
            {...(loading === 'first' && { fetchPriority: 'high' as const })}
            className="size-full object-cover"
            onError={() => setFailedSrc(sources.src)}
          />
        </picture>
      )}
    </div>
  )
}
