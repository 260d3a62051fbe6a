import { describe, expect, test } from 'vitest'
import { parseSiteFile, siteFileSchema } from '#core/domain/site-file.ts'

const parse = (file: unknown) => parseSiteFile(JSON.stringify(file))
const problems = (file: unknown) => {
  return parse(file).problems.map(({ path, message }) => `${path}: ${message}`)
}
const NEWS = { slug: 'news', names: { en: 'News' } }

test('a file says what is to be set, what is to be the default, and all sections', () => {
  expect(
    parse({ $schema: './site.schema.json', site_name: ' Le Monde ', accent: null, categories: [NEWS] }),
  ).toEqual({
    file: { settings: { site_name: 'Le Monde', accent: null }, categories: [NEWS], retired: {}, pages: {} },
    problems: [],
  })
})

describe('what is wrong is named with its path:', () => {
  test.each<[string, unknown, string[]]>([
    ['an unknown key', { colour: '#000000' }, ['colour: Is not known']],
    ['an unknown language', { tagline: { en: 'A', xx: 'B' } }, ['tagline.xx: Is not known']],
    ['a setting that is no part of a paper', { setup: 'finished' }, ['setup: Is not known']],
    ['a wrong type', { site_name: 5 }, ['site_name: Invalid input: expected string, received number']],
    ['a colour that is none', { accent: 'green' }, ['accent: Must be a colour such as #0f7b3f']],
    ['a list', [], [': Invalid input: expected object, received array']],
    ['an empty name', { site_name: ' ' }, ['site_name: Must not be empty']],
    [
      'a name with 200 letters',
      { site_name: 'a'.repeat(200) },
      ['site_name: Must have at most 60 characters'],
    ],
    [
      'a name that turns the text',
      { site_name: 'Le \u202Ednom' },
      ['site_name: Must be one line of plain text'],
    ],
    [
      'a bad address, and what is inside of another section',
      { categories: [{ slug: 'News!' }, { slug: 'a', names: { de: 7 } }] },
      [
        'categories[0].slug: Must be an address of small letters, digits and hyphens between them',
        'categories[1].names.de: Invalid input: expected string, received number',
      ],
    ],
    [
      'a link in a column of the footer',
      {
        footer_columns: [{ title: { en: 'A' }, links: [{ label: { en: 'B' }, to: 'javascript:alert(1)' }] }],
      },
      [
        'footer_columns[0].links[0].to: Must be a path such as /about, or an address that begins with https://',
      ],
    ],
    [
      'two sections with one address, and two that were one',
      { categories: [NEWS, { slug: 'a', was: 'b' }, { slug: 'a' }, { slug: 'c', was: 'b' }] },
      ['categories[2].slug: "a" is in the list twice', 'categories[3].was: Another section was "b" too'],
    ],
    [
      'an old address that another section takes',
      { categories: [NEWS, { slug: 'garden', was: 'hack' }, { slug: 'hack' }] },
      ['categories[2].slug: "hack" is the old address of another section'],
    ],
    [
      'a circle of retirements',
      { categories: [NEWS], retired: { a: 'b', b: 'c', c: 'a' } },
      [
        'retired.a: Leads in a circle: a → b → c → a',
        'retired.b: Leads in a circle: b → c → a → b',
        'retired.c: Leads in a circle: c → a → b → c',
      ],
    ],
    [
      'retirements that lead nowhere, or retire what is kept',
      { categories: [NEWS], retired: { constructor: 'valueof', news: 'news', b: 'c' } },
      [
        'retired.constructor: Leads to "valueof", which is no section of the list',
        'retired.news: Cannot be retired and kept at once',
        'retired.b: Leads to "c", which is no section of the list',
      ],
    ],
    [
      'a thousand retirements, each into the next',
      {
        categories: [NEWS],
        retired: Object.fromEntries(
          Array.from({ length: 1_000 }, (_, number) => [`k${number}`, `k${number + 1}`]),
        ),
      },
      ['retired: Must have at most 200 addresses'],
    ],
    ['retirements without sections', { retired: { a: 'news' } }, ['retired: Needs all "categories" too']],
    [
      'thirteen sections',
      { categories: Array.from({ length: 13 }, (_, number) => ({ slug: `s${number}` })) },
      ['categories: Must have at most 12 sections'],
    ],
  ])('%s', (_, file, expected) => {
    expect(problems(file)).toEqual(expected)
  })

  test('everything at once', () => {
    expect(
      problems({ a: 1, accent: 'x', categories: [NEWS, NEWS], retired: { b: 'b' } }).map((line) =>
        line.replace(/:.*/, ''),
      ),
    ).toEqual(['accent', 'a', 'categories[1].slug', 'retired.b'])
  })

  test.each<[string, string, string[]]>([
    [
      'a setting that is there twice',
      '{"accent": "#000000", "accent": "#ffffff"}',
      ['accent: Is there twice'],
    ],
    [
      'the same key in other letters, and a value that is wrong as well',
      '{"tagline": {"en": "A"}, "t\\u0061gline": {"en": 5}}',
      ['tagline.en: Invalid input: expected string, received number', 'tagline: Is there twice'],
    ],
    [
      'a language twice, in a section after others',
      '{"categories": [{"slug": "news"}, {"slug": "a", "names": {"en": "A", "de": "{\\"en\\": 1}", "en": "B"}}]}',
      ['categories[1].names.en: Is there twice'],
    ],
    ...['', 'words', 'retired', 'pages', 'tagline', 'translation_style'].map(
      (path): [string, string, string[]] => {
        const inner = '{"__proto__": {"en": "A"}}'
        const name = `${path}${path && '.'}__proto__`
        const other =
          path === 'tagline' ? ['tagline.en: Invalid input: expected string, received undefined'] : []
        const text = path === '' ? inner : `{"categories": [{"slug": "news"}], "${path}": ${inner}}`
        return [`what would be lost: ${name}`, text, [...other, `${name}: Is not known`]]
      },
    ),
    [
      '__proto__ among names',
      '{"categories": [{"slug": "news", "names": {"en": "A", "__proto__": "B"}}]}',
      ['categories[0].names.__proto__: Is not known'],
    ],
    ['a long list', `{"languages": [${'1,'.repeat(400_000)}1]}`, ['languages: Has more than 1,000 entries']],
    [
      'many keys',
      `{"words": {${Array.from({ length: 50_000 }, (_, key) => `"k${key}": 1`)}}}`,
      ['words: Has more than 1,000 entries'],
    ],
    [
      'great depth',
      `{"pages": {"a": ${'['.repeat(400_000)}${']'.repeat(400_000)}}}`,
      [`pages.a${'[0]'.repeat(18)}: Is nested deeper than 20 levels`],
    ],
  ])('%s', (_, text, expected) => {
    expect(parseSiteFile(text).problems.map(({ path, message }) => `${path}: ${message}`)).toEqual(expected)
  })

  test('what is no JSON', () => {
    expect(parseSiteFile('{"site_name": "A",}').problems).toEqual([
      { path: '', message: expect.stringContaining('JSON') },
    ])
  })
})

test('pictures and texts are named by their path, or as they are stored', () => {
  const stored = { light: 'look/a.svg', dark: null, width: 9, height: 9, named: true }
  const page = { title: 'Imprint', file: './imprint.en.md' }
  expect(parse({ logo: { light: 'a.svg' }, icon: './b.svg', pages: { imprint: { en: page } } }).file).toEqual(
    {
      settings: {},
      retired: {},
      logo: { light: 'a.svg' },
      icon: './b.svg',
      pages: { imprint: { en: page } },
    },
  )
  expect(parse({ logo: stored, icon: null }).file).toEqual({
    settings: { logo: stored, icon: null },
    retired: {},
    pages: {},
  })
})

test.each([
  '/etc/passwd',
  '../logo.svg',
  './a/../../b.svg',
  'https://example.com/a.svg',
  'a\\b.svg',
  '',
  'a\0b',
])('a picture elsewhere is refused: %j', (path) => {
  expect(problems({ logo: { light: path }, icon: path })).toEqual([
    'logo.light: Must be a file in the folder of this one, such as ./logo.svg',
    'icon: Must be a file in the folder of this one, such as ./icon.svg',
  ])
})

test.each<[string, object, string[]]>([
  [
    'neither text nor file',
    { a: { en: { title: 'A' } } },
    ['pages.a.en.content: Must have either "content" or "file"'],
  ],
  [
    'a bad address',
    { 'A b': null },
    ['pages.A b: An address has lowercase letters a to z, digits, and single hyphens between them'],
  ],
  [
    'a bad place and language',
    { a: { listed: 0, xx: null } },
    ['pages.a.listed: Must be from 1 to 99', 'pages.a.xx: Is not known'],
  ],
  [
    'an empty text',
    { a: { fr: { title: ' ', content: ' ' } } },
    ['pages.a.fr.title: Must not be empty', 'pages.a.fr.content: Must be a text, in Markdown'],
  ],
  ['a shipped page in the footer', { about: { listed: 1 } }, ['pages.about.listed: Is always in the footer']],
])('a page with %s is refused', (_, pages, expected) => {
  expect(problems({ pages })).toEqual(expected)
})

test('of a file that is wrong in one place, the rest is looked at', () => {
  expect(
    parse({ accent: 'x', tagline: { en: 'A' }, categories: [NEWS], retired: { a: 'b' }, nope: 1 }).file,
  ).toEqual({ settings: { tagline: { en: 'A' } }, retired: {}, pages: {} })
})

test('retirements may lead to a section over others, and to its former address', () => {
  expect(
    problems({
      categories: [NEWS, { slug: 'garden', was: 'hack', names: { en: 'Garden' } }],
      retired: { opinion: 'business', business: 'news', tech: 'hack' },
    }),
  ).toEqual([])
})

test('the schema for editors knows every key, and no other', () => {
  expect(siteFileSchema()).toMatchObject({
    type: 'object',
    additionalProperties: false,
    properties: { site_name: {}, categories: {}, retired: {}, words: {}, logo: {}, landing_figures: {} },
  })
})
