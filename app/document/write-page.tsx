import { renderToStaticMarkup } from 'react-dom/server'
import type { MetaDescriptor } from 'react-router'
import { contentSecurityPolicy, type MayFrame } from '#app/document/content-security-policy.ts'
import { documentPartsOf } from '#app/document/document-parts.ts'
import { insertParts, type WrittenDocument } from '#app/document/insert-parts.ts'
import { MetaTags } from '#app/document/meta-tags.tsx'
import { Page, type PageContext } from '#app/document/page-context.ts'
import { PageDocument } from '#app/document/page-document.tsx'
import type { Settings } from '#core/domain/settings.ts'

interface PageToWrite {
  page: PageContext
  settings: Settings
  meta: readonly MetaDescriptor[]
  mayFrame?: MayFrame | undefined
  content: React.ReactNode
}

/** Writes the document of a page for readers. */
export function writePage({ page, settings, meta, mayFrame, content }: PageToWrite): WrittenDocument {
  const { boot } = documentPartsOf(settings)
  const html = renderToStaticMarkup(
    <Page value={page}>
      <PageDocument boot={boot} head={<MetaTags descriptors={meta} />}>
        {content}
      </PageDocument>
    </Page>,
  )
  return insertParts(html, settings, contentSecurityPolicy([Buffer.from(boot)], mayFrame))
}
