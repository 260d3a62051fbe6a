import { BOOT_ID, PUBLISHABLE_KEY_META, STYLES_ID } from '#app/document/inline-parts.ts'
import { usePage } from '#app/document/page-context.ts'
import { ReaderScript } from '#app/document/reader-script.tsx'
import { useLanguage } from '#app/hooks/use-translation.ts'
import { webManifestPath } from '#core/paths.ts'

interface PageDocumentProps {
  boot: string
  head: React.ReactNode
  children: React.ReactNode
}

/** The whole document of a page for readers. The style sheet, half of its size, is inserted after rendering. */
export function PageDocument({ boot, head, children }: PageDocumentProps) {
  const { site } = usePage()
  const language = useLanguage()
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: our own script; the policy carries its hash */}
        <script id={BOOT_ID} dangerouslySetInnerHTML={{ __html: boot }} />
        <style id={STYLES_ID} />
        <ReaderScript />
        {site && <meta name={PUBLISHABLE_KEY_META} content={site.publishableKey} />}
        <link rel="manifest" href={webManifestPath(language)} />
        {head}
      </head>
      <body>{children}</body>
    </html>
  )
}
