import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ContractProject, openContractProject } from './contract-project.ts'
import { AUTH_DIFFERENCES } from './differences/auth.ts'
import type { Difference, Outcome } from './differences/difference.ts'
import { DIFFERENCES } from './differences.ts'

let project: ContractProject

beforeAll(async () => {
  project = await openContractProject()
})
afterAll(() => project.stop())

const withRequest = (DIFFERENCES as readonly Difference[]).filter(({ request }) => request)

test.each(withRequest)('$name', async ({ request, ours, postgrest }) => {
  const { path, ...init } = request ?? { path: '' }
  const response = await project.request(path, init)
  const body = await response.text()
  const expected = (project.isOurs ? ours : postgrest) as Outcome
  expect({ status: response.status, body: body.slice(0, 200) }).toMatchObject({ status: expected.status })
  if (expected.code) expect(JSON.parse(body)).toMatchObject({ code: expected.code })
})

test('docs/data-path.md lists exactly these differences', async () => {
  const page = await readFile(new URL('../../docs/data-path.md', import.meta.url), 'utf8')
  const rows = page.split('\n').filter((line) => /^\| (?!what is asked)/.test(line))
  expect(rows).toEqual([
    ...(DIFFERENCES as readonly Difference[]).map(rowOf),
    ...AUTH_DIFFERENCES.map(({ name, gotrue, ours, why }) => `| ${[name, gotrue, ours, why].join(' | ')} |`),
  ])
})

function rowOf({ name, postgrest, ours, why }: Difference): string {
  return `| ${[name, wordsOf(postgrest), wordsOf(ours), why].join(' | ')} |`
}

function wordsOf(outcome: Outcome | string): string {
  if (typeof outcome === 'string') return outcome
  return outcome.code === undefined ? `${outcome.status}` : `${outcome.status} ${outcome.code}`
}
