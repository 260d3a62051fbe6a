import { lazy, Suspense } from 'react'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import type { OwnNavigation as Parts } from '#core/domain/site-links.ts'

/** Loaded only where a part is somebody's own. The server renders it without waiting. */
const OwnNavigation = import.meta.env.SSR
  ? (await import('#app/components/layout/own-navigation.tsx')).default
  : lazy(() => import('#app/components/layout/own-navigation.tsx'))

interface OwnPartProps {
  name: keyof Parts
  /** What is shown where the publication has no own part. */
  children?: React.ReactNode
}

/** A part of the frame of every page that a publication may have made its own. */
export function OwnPart({ name, children }: OwnPartProps) {
  const site = useSiteData()
  return site[name] ? (
    <Suspense>
      <OwnNavigation name={name} site={site}>
        {children}
      </OwnNavigation>
    </Suspense>
  ) : (
    children
  )
}
