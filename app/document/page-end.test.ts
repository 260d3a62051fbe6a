import { expect, test } from 'vitest'
import { pageEndOf } from '#app/document/page-end.tsx'
import { siteDataOf } from '#app/document/site-data.server.ts'
import { registerMessages } from '#app/messages.ts'
import { settingsOf } from '#core/domain/settings.ts'
import { publicationCatalogs } from '#core/i18n/publication-catalogs.ts'

registerMessages(publicationCatalogs)

const { settings } = settingsOf(
  [
    {
      key: 'footer_columns',
      value: [{ title: { en: 'Ours' }, links: [{ label: { en: 'Team' }, to: '/team' }] }],
    },
  ],
  { contact_address: 'news@example.org' },
)
const server = { siteUrl: 'https://paper.example', publishableKey: 'key', settings, expireAfter: () => {} }
const endAt = (pathname: string, search = '') =>
  pageEndOf(settings, { pathname, search, site: siteDataOf(server) })

test('the end of a page is written once for a language, and again where an own link leads to the page', () => {
  const [plain, current, german] = [endAt('/tech'), endAt('/team'), endAt('/tech', '?lang=de')]
  expect(endAt('/article/any', '?page=2')).toBe(plain)
  expect(plain.html.toString()).toContain('<a href="/team">Team</a>')
  expect(current.html.toString()).toContain('<a href="/team" aria-current="page">Team</a>')
  expect(current.html.toString().replace(' aria-current="page"', '')).toBe(plain.html.toString())
  expect(german.html.toString()).toContain('href="/team?lang=de"')
  expect(german.classes).toEqual(plain.classes)
  expect(endAt('/__proto__', '?lang=__proto__')).toBe(plain)
})
