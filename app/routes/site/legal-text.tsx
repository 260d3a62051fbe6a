import { servePage } from '#app/document/serve-page.tsx'
import { loadShippedPage } from '#app/pages/load-page.server.ts'
import { PageText } from '#app/pages/page-text.tsx'
import type { LegalPage } from '#core/paths.ts'

/** About, Contact, Privacy, Terms and Disclaimer share this module; the path tells which text to show. */
export const loader = servePage({
  parameters: [],
  load: ({ server, pattern, language }) =>
    loadShippedPage(server, pattern.replace(/^\//, '') as LegalPage, language),
  describe: ({ loaderData }) => loaderData.meta,
  Page: ({ loaderData }) => <PageText {...loaderData.text} />,
})
