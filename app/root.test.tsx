import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { beforeAll, expect, test } from 'vitest'
import { insertParts } from '#app/document/insert-parts.ts'
import { useTranslation } from '#app/hooks/use-translation.ts'
import { registerMessages } from '#app/messages.ts'
import { Layout } from '#app/root.tsx'
import { settingsOf } from '#core/domain/settings.ts'
import { publicationCatalogs } from '#core/i18n/publication-catalogs.ts'

beforeAll(() => registerMessages(publicationCatalogs))

test('the desk is in English, whatever the language of the text that its address names', () => {
  const Words = () => useTranslation().t('toast.close')
  const Desk = createRoutesStub([
    {
      path: '/admin/articles/edit/:slug',
      Component: () => (
        <Layout>
          <Words />
        </Layout>
      ),
    },
  ])
  const html = renderToString(<Desk initialEntries={['/admin/articles/edit/chips?lang=de']} />)
  expect(html).toMatch(/<html lang="en".*data-messages="[^"]*\/en-.*<body>Close notification/s)
})

test('in development too, the document of the desk has a place for its styles, and is written once', () => {
  const Desk = createRoutesStub([{ path: '/', Component: () => <Layout>Words</Layout> }])
  const { settings } = settingsOf([], { contact_address: 'news@example.org' })
  const html = insertParts(renderToString(<Desk />), settings, '').body.toString()
  expect(html.split('<html')).toHaveLength(2)
  expect(html).toMatch(/<style id="styles">[^<]*<\/style>.*<body>Words/s)
})
