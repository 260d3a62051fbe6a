import { describe, expect, test } from 'vitest'
import { checkArticle, checkAtOnce } from '#core/check/check-article.ts'
import {
  type CheckContext,
  type CheckInput,
  NOTHING_KNOWN,
  readArticle,
} from '#core/check/checked-article.ts'
import type { Found } from '#core/check/finding.ts'
import { PLANTED, type Planted } from '#core/check/testing/planted.ts'
import { PUBLISHED, readArticles } from '#core/check/testing/read-articles.ts'
import { hostileTexts } from '#core/markdown/testing/hostile-texts.ts'
import { readDemoFiles } from '#server/features/demo/demo-files.ts'

const SITE = 'https://watch.example'
const own = await readArticles()
const { originals, translations } = await readDemoFiles()
const demo: CheckInput[] = [...originals, ...translations].map(({ header, slug, language, content }) => ({
  title: header.title,
  subtitle: header.subtitle ?? null,
  excerpt: header.excerpt,
  content,
  language,
  hero_image: null,
  slug,
  publish_date: PUBLISHED,
}))
/** Sixty articles: our thirty, and every other one of the demo until there are thirty. */
const sixty = [...own, ...demo.filter((_, index) => index % 2 === 0).slice(0, 30)]

const context: CheckContext = {
  ...NOTHING_KNOWN,
  siteUrl: SITE,
  bannedWords: ['game-changer', 'revolutionär'],
  images: new Map([['/demo/archive.jpg', { alt: 'An archive', credit: 'City archive' }]]),
}
const blocksOf = (input: CheckInput) => {
  const { head, body } = readArticle(input)
  return head.length + body.length
}
const planted = (input: CheckInput, { field, from, to }: Planted): CheckInput => {
  const text = input[field] ?? ''
  if (!text.includes(from)) throw new Error(`${input.slug} has no ${from} in its ${field}`)
  return { ...input, [field]: text.replace(from, () => to) }
}
const quoted = (input: CheckInput, { field, place }: Found) =>
  place && String(input[field as 'content'] ?? '').slice(place.from, place.to)

test('sixty articles are sixty', () => {
  expect(sixty).toHaveLength(60)
  expect(new Set(sixty.map(({ language }) => language)).size).toBe(6)
})

describe('clean articles', () => {
  test.each([
    ['sixty', sixty],
    ['all of the demo', demo],
  ])('%s have at most two false alarms in a hundred blocks', (_what, articles) => {
    const blocks = articles.reduce((sum, article) => sum + blocksOf(article), 0)
    const alarms = articles.flatMap((article) => checkArticle(article, context))
    const rate = (100 * alarms.length) / blocks
    const said = `${alarms.length} in ${blocks} blocks: ${alarms.map(({ rule, quote }) => `${rule} ${quote}`).join(', ')}`
    expect(rate, said).toBeLessThanOrEqual(2)
    console.log(`false alarms: ${rate.toFixed(2)} in a hundred blocks (${said})`)
  })
})

describe('planted mistakes', () => {
  test('are a dozen at least, in every language', () => {
    expect(PLANTED.length).toBeGreaterThanOrEqual(12)
    expect(new Set(PLANTED.map(({ slug }) => slug.slice(0, 2))).size).toBe(6)
  })

  test.each(PLANTED)('$rule in $slug: $to', (mistake) => {
    const clean = own.find(({ slug }) => slug === mistake.slug)
    if (!clean) throw new Error(`There is no ${mistake.slug}`)
    const input = planted(clean, mistake)
    const known = { ...context, ...mistake.context }
    const findings = checkArticle(input, known).filter(({ rule }) => rule === mistake.rule)
    expect(findings.map((finding) => [finding.field, quoted(input, finding)])).toEqual([
      [mistake.foundIn ?? mistake.field, mistake.quote],
    ])
    const text = input[mistake.foundIn ?? mistake.field] ?? ''
    // The same words may occur earlier; a link begins before its address.
    const near = mistake.foundIn ? 0 : Math.max(0, (clean[mistake.field] ?? '').indexOf(mistake.from) - 40)
    expect(findings[0]?.place?.from ?? null).toBe(
      mistake.quote === null ? null : text.indexOf(mistake.quote, near),
    )
  })

  test.each(PLANTED)('$rule in $slug keeps its id when the article changes elsewhere: $to', (mistake) => {
    const clean = own.find(({ slug }) => slug === mistake.slug)
    if (!clean) throw new Error(`There is no ${mistake.slug}`)
    const input = planted(clean, mistake)
    const known = { ...context, ...mistake.context }
    const ids = (article: CheckInput) =>
      checkArticle(article, known)
        .filter(({ rule }) => rule === mistake.rule)
        .map(({ id }) => id)
    const edited = {
      ...input,
      slug: 'another',
      content: `# A heading\n\nAnother beginning, *entirely* new.\n\n${input.content}\n\nAnd an end.\n`,
    }
    expect(ids(edited)).toEqual(ids(input))
    expect(ids(input).every((id) => id.length > 0 && id.length <= 300)).toBe(true)
  })
})

test('pictures are judged by what the library knows of them', () => {
  const path = '/storage/v1/object/public/article-images/a.jpg'
  const input = { ...(own[0] as CheckInput), hero_image: path, content: `![](${path})\n\n![](/other.jpg)\n` }
  const findings = (alt: string | null, credit: string | null) =>
    checkAtOnce(input, { ...NOTHING_KNOWN, images: new Map([[path, { alt, credit }]]) })
      .findings.filter(({ rule }) => rule.startsWith('missing'))
      .map(({ rule, field, quote }) => [rule, field, quote])
  const other = ['missing_alt', 'content', '/other.jpg']
  expect(findings('A field', 'Nora')).toEqual([other])
  expect(findings('', 'Nora')).toEqual([other])
  expect(findings(null, null)).toEqual([
    ['missing_alt', 'hero_image', path],
    ['missing_credit', 'hero_image', path],
    ['missing_alt', 'content', path],
    other,
  ])
  expect(checkAtOnce(input, NOTHING_KNOWN).images).toEqual([path, '/other.jpg'])
})

test('a picture is asked about once, and not when the text says whose it is', () => {
  const there = 'https://pictures.example/a.jpg'
  const ours = 'https://watch.example/storage/v1/object/public/article-images/b.jpg'
  const findings = (content: string, hero_image: string | null = null) =>
    checkAtOnce(
      { ...(own[0] as CheckInput), hero_image, content },
      {
        ...NOTHING_KNOWN,
        siteUrl: 'https://watch.example',
        images: new Map([[ours, { alt: 'B', credit: null }]]),
      },
    )
      .findings.filter(({ rule }) => rule === 'missing_credit' || rule === 'remote_image')
      .map(({ rule, field, other }) => [rule, field, other])
  const remote = ['remote_image', 'content', 'pictures.example']
  expect(findings(`![A](${there})\n\n![A](${there})\n`)).toEqual([['missing_credit', 'content', ''], remote])
  expect(findings(`![A](${there})\n\n![A](${there} "At night | Nora")\n`)).toEqual([remote])
  expect(findings(`![A](${there} "At night")\n`, there).map(([rule, field]) => [rule, field])).toEqual([
    ['missing_credit', 'hero_image'],
    ['remote_image', 'hero_image'],
  ])
  expect(findings(`![B](${ours})\n\n![B](${ours})\n`)).toEqual([['missing_credit', 'content', '']])
  expect(findings(`![B](${ours} "| Nora")\n\n![B](${ours})\n`)).toEqual([])
})

test('a sample address is one finding and is not asked for, and a page that has moved is named with its new address', () => {
  const [article] = own
  if (!article) throw new Error('There is no article')
  const content = '[Sample](https://example.com/a) and [moved](/article/old).'
  const links = new Map(
    [
      { url: 'https://example.com/a', state: 'dead' as const, detail: '404' },
      { url: '/article/old', state: 'moved' as const, detail: '/article/new' },
    ].map((link) => [link.url, { ...link, article: null }]),
  )
  const { findings, addresses } = checkAtOnce({ ...article, content }, { ...context, links })
  expect(addresses).toEqual(['/article/old'])
  expect(
    findings
      .filter(({ rule }) => rule.endsWith('_link'))
      .map(({ rule, severity, quote, other }) => [rule, severity, quote, other]),
  ).toEqual([
    ['sample_link', 'problem', 'https://example.com/a', ''],
    ['moved_link', 'question', '/article/old', '/article/new'],
  ])
})

describe('hostile articles', () => {
  const base = own[0] as CheckInput
  const everyPlace = (input: CheckInput, findings: Found[]) =>
    findings.every(({ id, field, place, related }) =>
      [{ field, place }, related ?? { field, place: null }].every(
        (one) =>
          id.length <= 300 &&
          (!one.place ||
            (one.place.from >= 0 &&
              one.place.from <= one.place.to &&
              one.place.to <= String(input[one.field as 'content'] ?? '').length)),
      ),
    )

  test.each(hostileTexts(30_000))('%s are checked, and every place is in the text', (_what, content) => {
    const input = { ...base, content, title: content.slice(0, 500), excerpt: content.slice(0, 5000) }
    expect(everyPlace(input, checkArticle(input, context))).toBe(true)
  })

  test.each<[string, string]>([
    ['figures', '$1.5bn and 12,345.67 '],
    ['ranges', '1-2-3 to 4 '],
    ['digits', '1'],
    ['separators', '1.000,000'],
    ['names', 'Sam Altman Sam Altmann '],
    ['capitals', 'Aa Ab Ac '],
    ['one long name', 'A-b'],
    ['weekdays', 'Monday, November 1 '],
    ['months', 'November '],
    ['placeholders', '[insert {{ TODO '],
    ['braces', '{{{'],
    ['brackets of templates', '<<'],
    ['percent signs', '%%a '],
    ['images', '![](a)'],
    ['empty links', '[a]()'],
    ['banned words', 'game-changer '],
    ['combining marks', 'e\u0301\u0301'],
    ['flags and families', '👨‍👩‍👧🇨🇭'],
    ['right-to-left marks', '\u202eabc\u200f '],
    ['quotation marks', "d'A’"],
  ])('a megabyte of %s is checked as far as it is checked at all, and a finding says so', (_what, unit) => {
    const content = unit.repeat(1_048_576 / unit.length)
    const input = { ...base, content, title: content.slice(0, 500) }
    const findings = checkArticle(input, context)
    expect(everyPlace(input, findings)).toBe(true)
    expect(findings.map(({ rule }) => rule)).toContain('cut_off')
    expect(findings.length).toBeLessThan(600)
  })

  test('random Markdown never throws, and every place is in the text', () => {
    const seed = Number(process.env.CHECK_SEED ?? Date.now() % 1_000_000)
    let state = seed
    const random = (below: number) => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state % below
    }
    const sources = [...own.map(({ content }) => content), ...hostileTexts(60).map(([, text]) => text)]
    for (let n = 0; n < 400; n++) {
      const pieces = Array.from({ length: 1 + random(12) }, () => {
        const source = sources[random(sources.length)] ?? ''
        const start = random(source.length + 1)
        return source.slice(start, start + random(80))
      })
      const content = pieces.join(['', '\n', '\r\n', '\n\n> ', '\n- ', ' | ', '\u0000', '\t'][random(8)])
      const language = (['en', 'es', 'fr', 'de', 'it', 'pt'] as const)[random(6)] ?? 'en'
      const input = { ...base, content, language, title: pieces[0] ?? '', excerpt: pieces[1] ?? '' }
      const findings = checkArticle(input, context)
      expect(everyPlace(input, findings), `CHECK_SEED=${seed}`).toBe(true)
      expect(new Set(findings.map(({ id }) => id)).size).toBe(findings.length)
    }
  })
})

test('a footnote that readers see is no finding, wherever its reference is', () => {
  const [article] = own
  if (!article) throw new Error('There is no article')
  const findings = (content: string) =>
    checkArticle({ ...article, content }, NOTHING_KNOWN)
      .filter(({ rule }) => rule.startsWith('footnote'))
      .map(({ rule, quote }) => [rule, quote])
  expect(findings('# One[^A]\n\n| b[^c] |\n|-|\n\n[^a]: Two[^d]\n\n[^c]: Three\n\n[^d]: Four\n')).toEqual([])
  expect(findings('`[^a]` \\[^b] [\\^c] [^d](/e)\n\n    [^f]\n')).toEqual([])
  expect(findings('One[^__proto__].\n\n[^constructor]: Two[^constructor]\n')).toEqual([
    ['footnote_undefined', '[^__proto__]'],
    ['footnote_unused', '[^constructor]'],
  ])
  expect(findings('![a[^b]](/c)\n\n[^b]: Two\n')).toEqual([['footnote_unused', '[^b]']])
  expect(findings(`One[^a].\n\n${'A word.\n'.repeat(30_000)}\n[^a]: Two\n`)).toEqual([])
})
