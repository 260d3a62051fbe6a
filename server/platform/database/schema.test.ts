import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  compareSchema,
  hashSchema,
  listMigrations,
  listReleases,
  PRESENT,
  presentHash,
  readSchema,
} from '#server/platform/database/schema.ts'
import { makeNextRelease, NEXT } from '../../../tests/support/next-release.ts'
import { createTemporaryFolder } from '../../../tests/support/temporary-folder.ts'

async function openHistory(files: string[]) {
  const history = createTemporaryFolder('history')
  onTestFinished(() => rm(history, { recursive: true, force: true }))
  for (const name of ['migrations', 'releases']) await mkdir(join(history, name))
  for (const name of files) await writeFile(join(history, name), `-- ${name}`)
  return { ...PRESENT, history }
}

describe('the history', () => {
  test('is listed by the numbers of releases', async () => {
    const source = await openHistory([
      ...['migrations/1.10.0.sql', 'migrations/1.2.0.sql', 'migrations/1.9.1.sql'],
      ...['releases/1.10.0.sql.br', 'releases/1.9.1.sql.br'],
    ])
    const names = async (after?: string) =>
      (await listMigrations(source, after)).map(({ release, statements }) => [release, statements])
    expect(await names()).toEqual([
      ['1.2.0', '-- migrations/1.2.0.sql'],
      ['1.9.1', '-- migrations/1.9.1.sql'],
      ['1.10.0', '-- migrations/1.10.0.sql'],
    ])
    expect(await names('1.9.1')).toEqual([['1.10.0', '-- migrations/1.10.0.sql']])
    expect(await listReleases(source)).toEqual(['1.9.1', '1.10.0'])
  })

  test.each(['1.2.sql', 'v1.2.0.sql', '20270101000000_words.sql', 'README.md'])(
    'has no migration called %s',
    async (name) => {
      const source = await openHistory([`migrations/${name}`])
      await expect(listMigrations(source)).rejects.toThrow(`/${name}: a name is a release and .sql`)
    },
  )

  test('is empty where there are no folders', async () => {
    const source = { ...PRESENT, history: join(PRESENT.history, 'nowhere') }
    expect([await listMigrations(source), await listReleases(source)]).toEqual([[], []])
  })
})

const TEXT =
  "/* A table\n   of words. */\n-- Why.\ncreate table words (\n  -- Short.\n  word text default '-- a'\n);\n"

test.each([
  ['without its comments', "create table words (\n  word text default '-- a'\n);"],
  ['with other comments in it', TEXT.replace('  -- Short.', '  /* Shorter,\n     in a block. */')],
  ['with line ends of Windows', TEXT.replaceAll('\n', '\r\n')],
  ['with more blank lines', TEXT.replace('\n-- Why', '\n\n\n-- Why').replace('\n);', '\n\n);')],
])('a schema %s has the same hash', (_, text) => expect(hashSchema(text)).toBe(hashSchema(TEXT)))

test.each([
  ['another column', TEXT.replace('word text', 'words text')],
  ['another default, which looks like a comment', TEXT.replace('-- a', '-- b')],
  ['one more statement behind a comment', `${TEXT}/* More. */ select 1;`],
])('a schema with %s has another hash', (_, text) => expect(hashSchema(text)).not.toBe(hashSchema(TEXT)))

test('a schema that is that of a known release counts as it, whatever release is recorded', async () => {
  const source = await makeNextRelease('create table public.later ();')
  const record = (hash: string) => ({ release: '0.9.0', hash, made_by: '0.9.0+0123456' })
  const hash = await presentHash(PRESENT)
  expect(await compareSchema(record(hash), source)).toMatchObject({
    is: 'older',
    record: { release: PRESENT.release },
    migrations: [{ release: NEXT }],
  })
  const next = await presentHash(source)
  expect(await compareSchema(record(next), source)).toMatchObject({ is: 'other', isKnown: false })
  const text = brotliCompressSync(await readSchema(source))
  await writeFile(join(source.history, 'releases', `${NEXT}.sql.br`), text)
  expect(await compareSchema(record(next), source)).toEqual({ is: 'present' })
})
