import { preload } from 'react-dom'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import { type HeroDetails, type HeroImageSources, heroImageSources } from '#core/domain/hero-image.ts'

interface HeroImageProps {
  article: { hero_image: string | null; hero: HeroDetails | null }
  alt?: string
  /** `first`: the main image of the page, preloaded. `early`: another one in sight from the start. `lazy`: any other. */
  loading?: 'first' | 'early' | 'lazy'
  /** The width of the image, as the value of its `sizes` attribute. */
  sizes: string
  className?: string
}

/** An article's picture, 16:9. An image that fails to load is hidden (base.css); an article without one shows the letters 'AI', or those of the publication. */
export function HeroImage({ article, alt = '', loading = 'lazy', sizes, className = '' }: HeroImageProps) {
  const { letters = 'AI' } = useSiteData()
  const { hero } = article
  const sources = heroImageSources(article.hero_image, { version: hero?.version })
  if (sources && loading === 'first') preloadImage(sources, sizes)
  return (
    <div
      className={`relative aspect-video overflow-hidden bg-wash bg-cover has-data-failed:bg-none! ${className}`}
      style={sources && hero ? { backgroundImage: `url(${hero.placeholder})` } : undefined}
    >
      {sources === null && (
        <span
          aria-hidden
          className="absolute inset-0 grid place-items-center font-display text-6xl font-medium tracking-tight text-edge"
        >
          {letters}
        </span>
      )}
      {sources && (
        <picture>
          {sources.avif && <source type="image/avif" srcSet={sources.avif} sizes={sizes} />}
          {sources.webp && <source type="image/webp" srcSet={sources.webp} sizes={sizes} />}
          <img
            src={sources.src}
            alt={alt}
            width={hero?.width ?? 1600}
            height={hero?.height ?? 900}
            decoding="async"
            {...(loading === 'lazy' && { loading })}
            {...(loading === 'first' && { fetchPriority: 'high' as const })}
            style={{ objectPosition: hero?.focus }}
            className="size-full object-cover"
          />
        </picture>
      )}
    </div>
  )
}

/** Writes a preload link into the head, so that the browser requests the image before it has parsed the page to that point. */
function preloadImage({ avif, src }: HeroImageSources, imageSizes: string): void {
  const fetchPriority = 'high'
  if (avif) {
    preload(src, { as: 'image', type: 'image/avif', imageSrcSet: avif, imageSizes, fetchPriority })
  } else {
    preload(src, { as: 'image', fetchPriority })
  }
}
