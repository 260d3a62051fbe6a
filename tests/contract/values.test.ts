import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { articleOfRun } from './contract-articles.ts'
import { type ContractProject, openContractProject } from './contract-project.ts'
import { differs } from './differences.ts'

/** Titles with the special characters of filters, URLs, JSON and SQL. */
const TITLES = {
  comma: 'Bread, butter, and jam',
  parentheses: 'A title (with parentheses)',
  quotes: 'The "quoted" word',
  'a quote in front': '"Quoted" in front',
  'a quoted whole': '"Quoted"',
  backslash: 'C:\\temp\\new',
  'a backslash at the end': 'ends with \\',
  'everything at once': 'a,"b"\\(c).d',
  'a quote and a comma': 'say "yes", now',
  braces: '{a,b}',
  dots: 'eq.not.in.(1)',
  emoji: '👩🏽‍🚀 lands, (safely)',
  'right to left': 'שלום, עולם',
  percent: '100% of _all_ *stars*',
  'plus and ampersand': 'R+D & more = better?#',
  apostrophe: "It's Nora's; -- /* x */",
  blanks: '  two  blanks  ',
  'line ends': 'first\nsecond\r\nthird\tfourth',
  null: 'null',
  number: '42',
}
type Name = keyof typeof TITLES

let project: ContractProject

beforeAll(async () => {
  project = await openContractProject()
  const rows = Object.values(TITLES).map((title, n) => ({
    ...articleOfRun(project),
    title,
    slug: `${project.runId}-${n}`,
  }))
  await project.as('service').from('articles').insert(rows).throwOnError()
})
afterAll(() => project.stop())

const articles = () =>
  project.as('anonymous').from('articles').select('title').eq('author', `Contract ${project.runId}`)
const titlesOf = (rows: { title: string }[] | null) => rows?.map((row) => row.title)
/** Quotes a value with reserved characters as PostgREST's documentation says. */
const quote = (value: string) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`

describe.each(Object.keys(TITLES) as Name[])('a value with %s', (name) => {
  const title = TITLES[name]

  test('is found by eq, but not by neq', async () => {
    const { data, error } = await articles().eq('title', title)
    expect(error).toBeNull()
    expect(titlesOf(data)).toEqual([title])
    const others = titlesOf((await articles().neq('title', title)).data)
    expect(others).toHaveLength(Object.keys(TITLES).length - 1)
    expect(others).not.toContain(title)
  })

  test('is found by a quoted value in a group and in a list', async () => {
    expect(titlesOf((await articles().or(`title.eq.${quote(title)},title.eq.none`)).data)).toEqual([title])
    expect(titlesOf((await articles().filter('title', 'in', `(${quote(title)},none)`)).data)).toEqual([title])
    expect(titlesOf((await articles().or(`title.in.(none,${quote(title)})`)).data)).toEqual([title])
  })
})

/**
 * The client puts quotes around a value with a comma or a parenthesis, but does not escape quotes inside it. Spaces after the
 * opening parenthesis are not part of a value, and a value that looks quoted is read as quoted.
 */
const LOST: Name[] = ['a quote and a comma', 'a quoted whole', 'blanks']
const TAKEN_APART: Name = 'everything at once'

test.each((Object.keys(TITLES) as Name[]).filter((name) => name !== TAKEN_APART))(
  'in() of the client with %s is no error',
  async (name) => {
    const { data, error } = await articles().in('title', [TITLES[name], 'none'])
    expect(error).toBeNull()
    expect(titlesOf(data)).toEqual(LOST.includes(name) ? [] : [TITLES[name]])
  },
)

test('in() of the client finds nothing for a value with both quotes and parentheses', async () => {
  const { data, error } = await articles().in('title', [TITLES[TAKEN_APART]])
  expect(data ?? []).toEqual([])
  expect(error?.code).toBe(differs(project, 'text after a list') ? 'PGRST100' : undefined)
})

describe('patterns', () => {
  const like = async (pattern: string) => titlesOf((await articles().like('title', pattern)).data)

  test.each<[string, Name]>([
    ['100\\% of \\_all\\_ *', 'percent'],
    ['C:\\\\temp%', 'backslash'],
    ['%\\\\', 'a backslash at the end'],
    ['%, butter,%', 'comma'],
    ['A title (%)', 'parentheses'],
    ['👩🏽‍🚀%', 'emoji'],
    ['%"quoted"%', 'quotes'],
  ])('%s', async (pattern, name) => {
    expect(await like(pattern)).toEqual([TITLES[name]])
  })

  test('that end with a single backslash are invalid', async () => {
    const { error, status } = await articles().like('title', 'C:\\')
    expect([status, error?.code]).toEqual([400, '22025'])
  })

  test('take * for %, so that a star itself cannot be looked for', async () => {
    expect(await like('%*stars*')).toEqual([TITLES.percent])
    expect(await like('%\\*stars%')).toEqual([])
  })
})
