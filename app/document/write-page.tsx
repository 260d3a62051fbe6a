import { setImmediate as nextTurn } from 'node:timers/promises'
import { renderToStaticMarkup } from 'react-dom/server'
import type { MetaDescriptor } from 'react-router'
import { contentSecurityPolicy, type MayFrame } from '#app/document/content-security-policy.ts'
import { documentPartsOf } from '#app/document/document-parts.tsx'
import { BOOT_ID, PUBLISHABLE_KEY_META, STYLES_ID } from '#app/document/inline-parts.ts'
import { insertParts, type WrittenDocument } from '#app/document/insert-parts.ts'
import { MetaTags } from '#app/document/meta-tags.tsx'
import { Page, type PageContext, usePage } from '#app/document/page-context.ts'
import { ReaderScript } from '#app/document/reader-script.tsx'
import { useLanguage } from '#app/hooks/use-translation.ts'
import type { Settings } from '#core/domain/settings.ts'
import { webManifestPath } from '#core/paths.ts'

interface PageToWrite {
  page: PageContext
  settings: Settings
  meta: readonly MetaDescriptor[]
  mayFrame?: MayFrame | undefined
  content: React.ReactNode
}

/** Writes the document of a page for readers. It may have megabytes, so it is read, rendered and encoded in turns of their own. */
export async function writePage({
  page,
  settings,
  meta,
  mayFrame,
  content,
}: PageToWrite): Promise<WrittenDocument> {
  const { boot } = documentPartsOf(settings)
  await nextTurn()
  const html = renderToStaticMarkup(
    <Page value={page}>
      <PageDocument boot={boot} head={<MetaTags descriptors={meta} />}>
        {content}
      </PageDocument>
    </Page>,
  )
  await nextTurn()
  return insertParts(html, settings, contentSecurityPolicy([Buffer.from(boot)], mayFrame))
}

interface PageDocumentProps {
  boot: string
  head: React.ReactNode
  children: React.ReactNode
}

/** The whole document. The style sheet, half of its size, is inserted after rendering. */
function PageDocument({ boot, head, children }: PageDocumentProps) {
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
