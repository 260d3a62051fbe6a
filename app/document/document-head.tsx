import { createContext, useContext } from 'react'
import { BOOT_ID, PUBLISHABLE_KEY_META, STYLES_ID } from '#app/document/inline-parts.ts'
import { usePage } from '#app/document/page-context.ts'
import { useLanguage } from '#app/hooks/use-translation.ts'
import { webManifestPath } from '#core/paths.ts'

interface DocumentHeadProps {
  boot: string
  /** The parts that the server has inserted (`insert-parts.ts`), in the browser. */
  styles?: string
  nonce?: string | undefined
  children: React.ReactNode
}

/** The head of a document; `children` are the parts that differ. */
export function DocumentHead({ boot, styles = '', nonce, children }: DocumentHeadProps) {
  const { site } = usePage()
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script; the policy carries its hash */}
      <script id={BOOT_ID} nonce={nonce} dangerouslySetInnerHTML={{ __html: boot }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own style sheet */}
      <style id={STYLES_ID} nonce={nonce} dangerouslySetInnerHTML={{ __html: styles }} />
      {site && <meta name={PUBLISHABLE_KEY_META} content={site.publishableKey} />}
      <link rel="manifest" href={webManifestPath(useLanguage())} />
      {children}
    </head>
  )
}

/**
 * The nonce of our own inline scripts while a page is rendered. It is random, so content cannot contain it, and the policy gets the
 * hashes of exactly these scripts. Undefined in the browser.
 */
export const Nonce = createContext<string | undefined>(undefined)

export function useNonce(): string | undefined {
  return useContext(Nonce)
}
