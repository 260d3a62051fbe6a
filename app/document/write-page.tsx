import { setImmediate as nextTurn } from 'node:timers/promises'
import { renderToStaticMarkup } from 'react-dom/server'
import { contentSecurityPolicy, type MayFrame } from '#app/document/content-security-policy.ts'
import { DocumentHead } from '#app/document/document-head.tsx'
import { documentPartsOf } from '#app/document/document-parts.tsx'
import { insertParts, type WrittenDocument } from '#app/document/insert-parts.ts'
import { Page, type PageContext } from '#app/document/page-context.ts'
import type { WrittenEnd } from '#app/document/page-end.tsx'
import { ReaderScript } from '#app/document/reader-script.tsx'
import type { Settings } from '#core/domain/settings.ts'
import { languageOfUrl } from '#core/i18n/languages.ts'

interface PageToWrite {
  page: PageContext
  settings: Settings
  /** The part of the head that differs from page to page. */
  head: React.ReactNode
  mayFrame?: MayFrame | undefined
  content: React.ReactNode
  end?: WrittenEnd
}

/** Writes the document of a page for readers. It may have megabytes, so it is read, rendered and encoded in turns of their own. */
export async function writePage({
  page,
  settings,
  head,
  mayFrame,
  content,
  end,
}: PageToWrite): Promise<WrittenDocument> {
  const { boot } = documentPartsOf(settings)
  await nextTurn()
  const html = renderToStaticMarkup(
    <Page value={page}>
      <html lang={languageOfUrl(page)}>
        <DocumentHead boot={boot}>
          <ReaderScript />
          {head}
        </DocumentHead>
        <body>{content}</body>
      </html>
    </Page>,
  )
  await nextTurn()
  return insertParts(html, settings, contentSecurityPolicy([Buffer.from(boot)], mayFrame), end)
}
