import { ROLES, type Role } from '#core/domain/role.ts'
import { MAIL_WEBHOOKS } from '#server/features/newsletter/functions/mail-reports.ts'
import { FUNCTIONS } from '#server/features.ts'
import {
  cellOf,
  EXPECTED_ACCESS,
  type Group,
  type Kind,
  type Rows,
  type Table,
  VERBS,
  type Verb,
} from './expected-access.ts'
import { CALLS_ON_PUBLISHED, EXPECTED_CALLS } from './expected-calls.ts'
import { EXPECTED_STORAGE, fileCellOf } from './expected-storage.ts'
import { FIXTURES } from './fixtures.ts'
import type { Person } from './people.ts'

const INTRODUCTION = `# Roles

<!-- Made from the tables in tests/rls, which the tests ask cell by cell. To write it again: npx vitest run tests/rls/roles-document.test.ts --update -->

Everybody at the desk has one role. PostgreSQL decides what it may do: by policies for each table and each file, and by functions. The desk only shows what somebody can do.

- **admin** does everything.
- **editor** has all of articles, translations, pictures and the glossary, and makes the newsletter up to its approval. An administrator can allow it to send (\`send\`), and to see the addresses of subscribers (\`addresses\`).
- **author** writes originals while they are with the author, with pictures of their own, and hands them in. Nothing that readers see changes by an author.
- **translator** writes translations into their languages, of what is published or ready. An administrator can allow it to publish them (\`publish\`).
- **newsletter** makes issues and sees numbers of subscribers. An administrator can allow \`send\` and \`addresses\`, as to an editor.

People who have a second factor and have not shown it have no role in that session, as everybody of a role that requires one. A person has one role.
`

/** The people who ask in the name of each role, without and with permissions that an administrator can allow. */
const PEOPLE_OF_ROLE: Record<Role, { base: Person; allowed?: { person: Person; permissions: string } }> = {
  admin: { base: 'admin' },
  editor: { base: 'editor', allowed: { person: 'editor with addresses', permissions: '`addresses`' } },
  author: { base: 'author' },
  translator: {
    base: 'translator',
    allowed: { person: 'translator who publishes', permissions: '`publish`' },
  },
  newsletter: {
    base: 'newsletter',
    allowed: { person: 'newsletter with addresses', permissions: '`addresses`' },
  },
}

const OF_ARTICLES: readonly unknown[] = ['id', 'article_id', 'translation_id']
const ALL_PUBLISHED: readonly Kind[] = ['published', 'German published', 'French published']

function inWords(rows: Rows, isOfArticles: boolean): string {
  if (typeof rows === 'string') return rows === 'all' ? 'all' : '–'
  const isAllPublished = ALL_PUBLISHED.every((kind) => rows.includes(kind))
  const isAllGerman = rows.includes('German') && rows.includes('German published')
  const words: Record<Kind, string> = {
    published: isOfArticles ? 'published originals' : 'published',
    draft: 'drafts of others',
    own: isOfArticles ? 'own drafts' : 'own',
    'handed in': 'own drafts that were handed in',
    ready: 'ready drafts',
    German: isOfArticles && !isAllGerman ? 'drafts in their languages' : 'in their languages',
    'German published': 'published, in their languages',
    'German of a draft': 'translations of drafts',
    French: 'drafts in other languages',
    'French of a ready draft': 'translations of ready drafts, in other languages',
    'French published': 'published, in other languages',
    'in use': 'own that readers see',
    'of others': 'of others',
  }
  return [
    ...(isAllPublished ? ['published'] : []),
    ...rows
      .filter((kind) => !(isAllPublished && ALL_PUBLISHED.includes(kind)))
      .filter((kind) => !(isAllGerman && kind === 'German published'))
      .map((kind) => words[kind]),
  ].join('; ')
}

/** A row for each set of equal cells, with the names that have them, in the order of the first names. */
function grouped(rows: { name: string; cells: string[] }[]): string {
  const groups = Map.groupBy(rows, ({ cells }) => cells.join(' | '))
  return [...groups]
    .map(([cells, members]) => `| ${cells} | ${members.map(({ name }) => name).join(', ')} |`)
    .join('\n')
}

/** Each table and each bucket of which a person has something. */
function accessOf(person: Person): { name: string; cells: string[] }[] {
  const tables = (Object.keys(EXPECTED_ACCESS) as Table[]).map((table) => {
    const isOfArticles = (verb: Verb) =>
      OF_ARTICLES.includes(FIXTURES[table].by) || (table === 'working_copies' && verb === 'insert')
    return {
      name: `\`${table}\``,
      cells: VERBS.map((verb) => inWords(cellOf(table, person, verb), isOfArticles(verb))),
    }
  })
  const buckets = Object.keys(EXPECTED_STORAGE).map((bucket) => ({
    name: `files in \`${bucket}\``,
    cells: VERBS.map((verb) => inWords(fileCellOf(bucket, person, verb), false)),
  }))
  return [...tables, ...buckets].filter(({ cells }) => cells.some((cell) => cell !== '–'))
}

const HEAD = '| reads | adds | changes | deletes | of |\n|---|---|---|---|---|'

function sectionOf(role: Role): string {
  const { base, allowed } = PEOPLE_OF_ROLE[role]
  const rows = accessOf(base)
  const known = new Set(rows.map((row) => JSON.stringify(row)))
  const more = allowed ? accessOf(allowed.person).filter((row) => !known.has(JSON.stringify(row))) : []
  const permitted = more.length
    ? `\n\nWith ${allowed?.permissions} also, or instead:\n\n${HEAD}\n${grouped(more)}`
    : ''
  return `### ${role}\n\n${HEAD}\n${grouped(rows)}${permitted}\n`
}

const CALLERS: Record<Group, string> = {
  anon: 'everybody',
  signedIn: 'everybody who is signed in',
  members: 'every role',
  makers: 'admin, editor, newsletter',
  planners: 'admin, editor, author, newsletter',
  editors: 'admin, editor',
  translators: 'translator',
  withAddresses: 'admin, and who may see addresses',
  senders: 'admin, and who may send',
  admin: 'admin',
  unproven: 'admin',
  author: 'author',
  publishingTranslator: 'translator who may publish',
}

function callRows(): string {
  const calls = [...Object.entries(EXPECTED_CALLS), ...Object.entries(CALLS_ON_PUBLISHED)]
    .toSorted(([a], [b]) => (a < b ? -1 : Number(a > b)))
    .map(([name, { by, of = '' }]) => {
      const callers = by.includes('anon') ? CALLERS.anon : by.map((group) => CALLERS[group]).join(', ')
      return { name: `\`${name}\``, cells: [callers || 'by the row', of] }
    })
  return grouped(calls)
}

function functionRows(): string {
  const functions = Object.entries(FUNCTIONS).map(([name, entry]) => {
    const permission = 'permission' in entry ? ` with \`${entry.permission}\`` : ''
    const scope = 'scope' in entry && entry.scope ? `\`${entry.scope}\`` : ''
    const shown = name in MAIL_WEBHOOKS ? 'webhooks of mail providers' : `\`${name}\``
    return { name: shown, cells: [`${entry.access}${permission}`, scope] }
  })
  return grouped([...new Map(functions.map((row) => [row.name, row])).values()])
}

/** docs/roles.md. */
export const describeRoles = (): string => `${INTRODUCTION}
## Tables and files

What is not in the list of a role is closed to it. *In their languages* means the languages of the translator. Live updates follow the same rules.

${ROLES.map(sectionOf).join('\n')}
## Functions of the database

Called at \`/rest/v1/rpc\`. *Of what* says what the answer, or the change, is limited to.

| who | of what | functions |
|---|---|---|
${callRows()}

## Functions of the server

Called at \`/functions/v1\`. *Scope* is that with which an access token may call it, too.

| who | scope | functions |
|---|---|---|
${functionRows()}
`
