import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { articleOfRun } from './contract-articles.ts'
import { type ContractProject, openContractProject } from './contract-project.ts'

let project: ContractProject

beforeAll(async () => {
  project = await openContractProject()
})
afterAll(() => project.stop())

const stored = async () => {
  const { data } = await project
    .as('service')
    .from('articles')
    .select('title')
    .like('slug', `${project.runId}-hostile%`)
  return data
}
const article = (title: string, field = 'title') =>
  JSON.stringify({ ...articleOfRun(project), slug: `${project.runId}-hostile`, [field]: title })
const post = (body: BodyInit, path = '/articles') =>
  project.request(path, { method: 'POST', as: 'administrator', body })

describe('text that PostgreSQL cannot store is refused', () => {
  test.each<[string, () => BodyInit, string]>([
    ['NUL', () => article('a\u0000b'), '22P05'],
    ['the first half of a surrogate pair', () => article('a\ud83db'), '22P02'],
    ['the second half of a surrogate pair', () => article('a\ude80b'), '22P02'],
    ['two first halves', () => article('\ud83d\ud83d'), '22P02'],
    ['NUL that is not escaped', () => article('a-b').replace('a-b', 'a\u0000b'), 'PGRST102'],
    ['a line end that is not escaped', () => article('a-b').replace('a-b', 'a\nb'), 'PGRST102'],
  ])('%s in a body', async (_what, body, code) => {
    const response = await post(body())
    expect([response.status, (await response.json()).code]).toEqual([400, code])
    expect(await stored()).toEqual([])
  })

  test('invalid UTF-8 in a body', async () => {
    const bytes = new TextEncoder().encode(article('a~b'))
    bytes[bytes.indexOf('~'.charCodeAt(0))] = 0xff
    const response = await post(bytes)
    expect(response.status).toBe(400)
    expect(await stored()).toEqual([])
  })

  test('NUL and half a surrogate pair in a key', async () => {
    for (const key of ['tit\u0000le', 'tit\ud83dle', '__proto__', 'constructor']) {
      const response = await post(article('x').replace('"subtitle"', JSON.stringify(key)))
      expect([response.status, (await response.json()).code]).toEqual([400, 'PGRST204'])
    }
    expect(await stored()).toEqual([])
  })

  test('NUL and half a surrogate pair in the argument of a call', async () => {
    for (const email of ['a\u0000@example.org', 'a\ud83d@example.org']) {
      const { status, error } = await project.as('anonymous').rpc('subscribe_newsletter', { p_email: email })
      expect([status, error?.code]).toEqual([400, email.includes('\u0000') ? '22P05' : '22P02'])
    }
  })

  test.each(['title=eq.a%00b', 'title=ilike.%00', 'or=(title.eq.a%00)', 'id=in.(%00,x)'])(
    'NUL in the URL: %s',
    async (query) => {
      const response = await project.request(`/articles?${query}`)
      expect(response.status).toBe(400)
      expect(Object.keys(await response.json()).sort()).toEqual(['code', 'details', 'hint', 'message'])
    },
  )
})

describe('text that PostgreSQL can store comes back unchanged', () => {
  test.each<[string, string]>([
    ['a pair of surrogates', '\ud83d\ude80'],
    ['a pair that is escaped', '👩🏽‍🚀'],
    ['private and unassigned characters', '\ue000\uffff\u{10ffff}'],
    ['control characters', '\u0001\u0008\u001f\u007f\u0085'],
    ['marks of direction', '\u202Eabc\u200F'],
    ['line separators', 'a\u2028b\u2029c'],
    ['a byte order mark', '\ufeffx'],
    ['combining marks', 'e\u0301'],
    ['SQL and JSON', `'; drop table articles; -- \\" $1 {"a":1}`],
  ])('%s', async (what, text) => {
    const slug = `${project.runId}-kept-${what.replaceAll(/\W+/g, '-').toLowerCase()}`
    const written = { ...articleOfRun(project), slug, title: `x${text}`, content: `x${text}` }
    const { data } = await project
      .as('administrator')
      .from('articles')
      .insert(written)
      .select('title, content')
      .single()
    expect(data).toEqual({ title: `x${text}`, content: `x${text}` })
    const found = await project
      .as('anonymous')
      .from('articles')
      .select('title')
      .eq('slug', slug)
      .eq('title', `x${text}`)
    expect(found.data).toEqual([{ title: `x${text}` }])
  })
})
