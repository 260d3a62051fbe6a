import { createSchema, hashSchema } from '#server/platform/database/schema.ts'
import { readCatalog } from '../tests/support/schema-catalog.ts'
import { withTemporaryDatabases } from './temporary-databases.ts'

/**
 * Drafts the migration from one schema to another by comparing the catalogs that PostgreSQL makes of both: functions, indexes and triggers
 * in their new form, everything else as a comment with the old and the new form, for a person to write.
 */
export async function draftMigration(from: { release: string; text: string }, to: string): Promise<string> {
  const [before = {}, after = {}] = await withTemporaryDatabases(async (open) => {
    const catalogs = []
    for (const text of [from.text, to]) {
      const sql = await open()
      await createSchema(sql, text, { release: from.release, hash: hashSchema(text) })
      catalogs.push(await readCatalog(sql))
    }
    return catalogs
  })
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort()
  const changed = names.filter((name) => before[name] !== after[name])
  return [
    `-- What has changed since ${from.release}. Write a statement for each comment below, in an order that works, and what rows need.`,
    ...changed.map((name) => describeChange(name, before[name], after[name])),
    // A new table needs row level security, and what follows from its comment, and a new function perhaps its grants.
    'select private.complete_tables();\nselect private.admit_access_tokens();',
    '',
  ].join('\n\n')
}

function describeChange(name: string, was: string | undefined, is: string | undefined): string {
  const word = was === undefined ? 'New' : is === undefined ? 'Gone' : 'Changed'
  const statement = is === undefined ? null : statementOf(name, is)
  const told = [['was', was] as const, ...(statement ? [] : [['is', is] as const])]
  const lines = told.flatMap(([when, text]) => (text === undefined ? [] : `${when}: ${text}`.split('\n')))
  const comments = [`${word}: ${name}`, ...lines.map((line) => `  ${line}`)].map((line) => `-- ${line}`)
  return [...comments, ...(statement ? [statement] : [])].join('\n')
}

/** The statement with which a description begins, without the rest: the owner, or a letter of the catalog. */
function statementOf(name: string, description: string): string | null {
  if (!/^(function|index|trigger) /.test(name)) return null
  const statement = name.startsWith('function ')
    ? /^(CREATE OR REPLACE .*?) \| \w+ \| /s.exec(description)?.[1]
    : /^(.*) \w$/s.exec(description)?.[1]
  return statement ? `${statement.trimEnd()};` : null
}
