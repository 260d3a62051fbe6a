import { OwnNavigation } from '#app/components/layout/own-navigation.tsx'
import { useSiteData } from '#app/hooks/use-site-data.ts'
import type { OwnNavigation as Parts } from '#core/domain/site-links.ts'

interface OwnPartProps {
  name: keyof Parts
  /** What is shown where the publication has no own part. */
  children?: React.ReactNode
}

/** A part of the frame of every page that a publication may have made its own. */
export function OwnPart({ name, children }: OwnPartProps) {
  const site = useSiteData()
  if (!site[name]) return children
  return (
    <OwnNavigation name={name} site={site}>
      {children}
    </OwnNavigation>
  )
}
