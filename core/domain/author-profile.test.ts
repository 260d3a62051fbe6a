import { expect, test } from 'vitest'
import { authorInput } from '#core/domain/author-profile.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'

const typed = {
  picture: null,
  descriptions: Object.fromEntries(LANGUAGE_CODES.map((code) => [code, ''])) as never,
  languages: '',
  links: '',
  former_slugs: '',
}

test('what is typed in lists is taken apart, each once', () => {
  const { languages, links, former_slugs } = authorInput.parse({
    ...typed,
    languages: 'en, de  en',
    links: 'https://a.example/@nora\n\nhttps://a.example/@nora',
    former_slugs: 'https://paper.example/author/nora-berg?lang=de\nnora-wolf',
  })
  expect(languages).toEqual(['en', 'de'])
  expect(links).toEqual(['https://a.example/@nora'])
  expect(former_slugs).toEqual(['nora-berg', 'nora-wolf'])
})

test.each([
  'http://a.example',
  'javascript:alert(1)',
  'https://',
  'https://a.example/"onclick=1',
  'https://a.example/<b>',
  'https://a.example\\b',
  'https://a.example/\u202e',
  `https://a.example/${'x'.repeat(300)}`,
])('the link %j, which the database refuses or readers could not trust, is refused', (links) => {
  expect(authorInput.safeParse({ ...typed, links }).error?.issues[0]?.message).toMatch(
    /^Write addresses that begin with/,
  )
})
