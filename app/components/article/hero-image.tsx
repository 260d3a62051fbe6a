import { useCallback, useState } from 'react'

interface HeroImageProps {
  src: string | null
  alt?: string
  /** `first` is the one image the page is about, `early` one in sight from the start, `lazy` any other. */
  loading?: 'first' | 'early' | 'lazy'
  className?: string
}

/** An article's picture, 16 by 9. One that fails to load is hidden and leaves its quiet background; none is an 'AI'. */
export function HeroImage({ src, alt = '', loading = 'lazy', className = '' }: HeroImageProps) {
  const [failedSrc, setFailedSrc] = useState<string | null>(null)
  const watch = useCallback((image: HTMLImageElement | null) => {
    // It may have failed before the page was hydrated.
    if (image?.complete && image.naturalWidth === 0) setFailedSrc(image.getAttribute('src'))
  }, [])
  return (
    <div className={`relative aspect-video overflow-hidden bg-wash ${className}`}>
      {src === null && (
        <span
          aria-hidden
          className="absolute inset-0 grid place-items-center font-display text-6xl font-medium tracking-tight text-edge"
        >
          AI
        </span>
      )}
      {src !== null && failedSrc !== src && (
        <img
          ref={watch}
          src={src}
          alt={alt}
          width={1600}
          height={900}
          decoding="async"
          {...(loading === 'lazy' && { loading })}
          {...(loading === 'first' && { fetchPriority: 'high' as const })}
          className="size-full object-cover"
          onError={() => setFailedSrc(src)}
        />
      )}
    </div>
  )
}
