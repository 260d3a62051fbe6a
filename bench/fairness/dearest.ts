import type { Side } from './side.ts'

export interface Question {
  name: string
  path: string
  /** For a call that is sent as JSON. */
  body?: object
}

const rest = (query: string): string => `/rest/v1/${query}`
const patterns = (count: number, column: string) =>
  `${column}=ilike(any).{${Array.from({ length: count }, (_, n) => `*q${n}*z*`).join()}}`

/** The questions of somebody who knows the code. Not every version answers all of them. */
export const OF_STRANGERS: Question[] = [
  { name: 'for a pattern in whole texts', path: rest('articles?select=id&content=ilike.*q*z*x*') },
  { name: 'for ten patterns in excerpts', path: rest(`articles?select=id&${patterns(10, 'excerpt')}`) },
  {
    name: 'for a count of what ten patterns do not match, in an order without an index',
    path: rest(
      `articles?select=id&not.and=(${Array.from({ length: 10 }, (_, n) => `subtitle.ilike.*q${n}*z*`)})&order=subtitle,excerpt`,
    ),
  },
  { name: 'for a thousand whole articles', path: rest('articles?select=*&order=excerpt&limit=1000') },
  {
    name: 'for all articles of authors in an order without an index',
    path: rest('author_articles?select=*&order=excerpt,title&limit=1000'),
  },
  {
    name: 'for all translations in an order without an index',
    path: rest('translated_articles?select=*&order=excerpt,title&limit=1000'),
  },
  {
    name: 'for two hundred words in whole articles',
    path: rest('rpc/search_articles'),
    body: {
      p_query: Array.from({ length: 200 }, (_, n) => `model${n} or`).join(' '),
      p_language: 'en',
      p_limit: 50,
    },
  },
  {
    name: 'for a text of many short words as typed',
    path: rest('rpc/search_as_typed'),
    body: { p_query: 'the model of a new data art in it for', p_language: 'en' },
  },
]
export const OF_PEOPLE: Question[] = [
  ...OF_STRANGERS,
  { name: 'for fifty patterns in whole texts', path: rest(`articles?select=id&${patterns(50, 'content')}`) },
  { name: 'for a list in the order of whole texts', path: rest('articles?select=id&order=content') },
  {
    name: 'for a letter in the lists of the desk',
    path: rest('rpc/search_desk'),
    body: { p_search: 'e', p_published: null, p_sort: 'title' },
  },
]

/** The question that takes longest of those that are answered, or stopped for having taken too long. */
export async function findDearest(
  side: Pick<Side, 'origin'>,
  { questions, headers }: { questions: Question[]; headers: Record<string, string> },
): Promise<Question> {
  let dearest: { question: Question; ms: number } | null = null
  for (const question of questions) {
    const begun = performance.now()
    const response = await ask(side.origin, question, headers)
    const ms = performance.now() - begun
    console.log(`  ${question.name}: ${response.status} after ${ms.toFixed(0)} ms`)
    if (![200, 206, 500].includes(response.status) || ms < (dearest?.ms ?? 0)) continue
    dearest = { question, ms }
  }
  if (!dearest) throw new Error('Nothing was answered')
  return dearest.question
}

export function requestOf({ body }: Question, headers: Record<string, string>) {
  const json = body ? JSON.stringify(body) : null
  return {
    method: json ? 'POST' : 'GET',
    body: json,
    headers: { ...headers, 'content-type': 'application/json' },
  }
}

async function ask(origin: string, question: Question, headers: Record<string, string>): Promise<Response> {
  const response = await fetch(origin + question.path, requestOf(question, headers))
  await response.arrayBuffer()
  return response
}
