import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { ARTICLE_FIELD_NAMES, fieldLabel } from '#core/domain/article-fields.ts'
import { MAIL_PROVIDERS } from '#core/domain/mail-providers.ts'
import { EDITED_KEYS, SETTING_KEYS, SETTINGS } from '#core/domain/settings.ts'
import { environment } from '#server/platform/environment.ts'
import { ROOT } from '#server/platform/root.ts'
import packageJson from '../package.json' with { type: 'json' }

/** The folders of the project whose paths the documents name. */
const FOLDERS = ['app', 'bench', 'core', 'deploy', 'docs', 'public', 'scripts', 'server', 'supabase', 'tests']
const PAGES = ['README.md', 'FEDERATION.md', 'docs/**/*.md', `{${FOLDERS}}/**/README.md`]
const CODE = [`{${FOLDERS}}/**/*.{ts,tsx,sql,css}`, '*.ts']
/** A path in backticks that begins at the root of the project. Placeholders such as `<noun>` or `…` make it none. */
const PROJECT_PATH = new RegExp(String.raw`^(?:${FOLDERS.join('|')})(?:/[\w.@$*{},-]+)+/?$`)
/** A file that is named without its folder, or with the end of its path. */
const FILE_NAME = /^(?:[\w.-]+\/)*[\w.-]+\.(?:tsx?|sql)$/
/** Names that stand for any file, as in "`x.long.test.ts` is in the long lane". */
const isPlaceholder = (path: string) => /(?:^|\/)(?:x\.|NN_|NAME)/.test(path)
/** Files of packages. */
const FOREIGN = ['entry.client.tsx', 'entry.server.tsx']

interface Page {
  name: string
  text: string
  /** The text without code. */
  prose: string
  /** The words in backticks, outside of blocks of code. */
  quoted: string[]
}

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const list = (patterns: string[]) => [...new Set(globSync(patterns, { cwd: ROOT }))].sort()

let files: string[]
let pages: Page[]

beforeAll(() => {
  files = list(CODE)
  pages = list(PAGES).map((name) => {
    const text = read(name)
    const withoutBlocks = text.replace(/^```[\s\S]*?^```/gm, '')
    const quoted = [...withoutBlocks.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
    return { name, text, prose: withoutBlocks.replace(/`[^`\n]+`/g, 'code'), quoted }
  })
})

/** Returns true if a file or folder exists or, with braces and asterisks, any. */
const exists = (path: string) =>
  /[*{]/.test(path) ? globSync(path, { cwd: ROOT }).length > 0 : existsSync(join(ROOT, path))

/** The ids that GitHub gives to the headings of a page. */
function anchorsOf(file: string): string[] {
  return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  )
}

test('documents and code are found', () => {
  expect(pages.length).toBeGreaterThan(70)
  expect(files.length).toBeGreaterThan(1_000)
})

describe('documents name what exists', () => {
  test('relative links lead to files and headings', () => {
    const broken = pages.flatMap(({ name, prose }) =>
      [...prose.matchAll(/\]\((?![a-z]+:)([^)\s]*)\)/g)].flatMap(([, target = '']) => {
        const [path = '', anchor] = target.split('#')
        const file = path ? normalize(join(dirname(name), path)) : name
        if (!existsSync(join(ROOT, file))) return [`${name}: ${target}`]
        return anchor && !anchorsOf(file).includes(anchor) ? [`${name}: ${target}`] : []
      }),
    )
    expect(broken).toEqual([])
  })

  test('a link that names a file leads to that file', () => {
    const misleading = pages.flatMap(({ name, text }) =>
      [...text.matchAll(/\[`([\w./-]+\.(?:tsx?|sql))`\]\(([^)\s]+)\)/g)].flatMap(
        ([, label = '', target = '']) =>
          target === label || target.endsWith(`/${label}`) ? [] : [`${name}: ${label} → ${target}`],
      ),
    )
    expect(misleading).toEqual([])
  })

  test('paths of the project exist', () => {
    const missing = pages.flatMap(({ name, quoted }) =>
      quoted
        .filter((path) => PROJECT_PATH.test(path) && !isPlaceholder(path) && !exists(path))
        .map((path) => `${name}: ${path}`),
    )
    expect(missing).toEqual([])
  })

  test('files that are named without their folder exist', () => {
    const isKnown = (path: string) =>
      FOREIGN.includes(path) || files.some((file) => file === path || file.endsWith(`/${path}`))
    const missing = pages.flatMap(({ name, quoted }) =>
      quoted
        .filter((path) => FILE_NAME.test(path) && !isPlaceholder(path) && !isKnown(path))
        .map((path) => `${name}: ${path}`),
    )
    expect(missing).toEqual([])
  })

  test('npm scripts exist', () => {
    const missing = pages.flatMap(({ name, text }) =>
      [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].flatMap(([, script = '']) =>
        script in packageJson.scripts ? [] : [`${name}: ${script}`],
      ),
    )
    expect(missing).toEqual([])
  })

  test('benchmarks exist', () => {
    const missing = pages.flatMap(({ name, text }) =>
      [...text.matchAll(/(?:\bbench\/|npm run bench -- )([a-z][\w-]*)/g)].flatMap(([, benchmark = '']) =>
        exists(`bench/${benchmark}`) || exists(`bench/${benchmark}.ts`) ? [] : [`${name}: ${benchmark}`],
      ),
    )
    expect(missing).toEqual([])
  })
})

describe('docs/administration', () => {
  /** Texts of the desk and of readers' pages, with what is filled in left open. */
  const patterns = list(['app/admin/**/en/*.json', 'core/i18n/messages/en/**/*.json'])
    .flatMap((file) => [...read(file).matchAll(/^ *"[^"]+": "(.*)",?$/gm)].map(([, text = '']) => text))
    .concat(EDITED_KEYS.map((key) => SETTINGS[key].label))
    .concat(ARTICLE_FIELD_NAMES.map(fieldLabel))
  const plain = (text: string) =>
    text
      .replace(/\\"/g, '"')
      .replace(/<\/?\w+>|[….?!]/g, '')
      .trim()
      .toLowerCase()
  const known = new Set(patterns.map(plain))
  const open = patterns
    .filter((text) => text.includes('{{') && /[a-z]{3}/i.test(text.replace(/\{\{\w+\}\}/g, '')))
    .map(
      (text) =>
        new RegExp(
          `^${plain(text)
            .replace(/[()[\]*+^$|\\]/g, '\\$&')
            .replace(/\{\{\w+\}\}/g, '.+')}$`,
        ),
    )

  test('what is in italics is a text of the desk', () => {
    const others = pages
      .filter(({ name }) => name.startsWith('docs/administration/'))
      .flatMap(({ name, prose }) =>
        [...prose.matchAll(/(?<![*\w])\*([^*\n]+)\*(?!\*)/g)]
          .flatMap(([, text = '']) => text.split(' → '))
          .filter((label) => !known.has(plain(label)) && !open.some((pattern) => pattern.test(plain(label))))
          .map((label) => `${name}: ${label}`),
      )
    expect(others).toEqual([])
  })
})

describe('decisions', () => {
  test('a title has at most six words, and the first line below it is the decision', () => {
    const others = globSync('docs/decisions/[0-9]*.md', { cwd: ROOT }).filter(
      (file) => !/^# \d+\.(?: [^ \n]+){1,6}\n\n\*\*Decision\.\*\* /.test(read(file)),
    )
    expect(others).toEqual([])
  })

  test('the list has every decision with its number and title', () => {
    const rows = [...read('docs/decisions/README.md').matchAll(/^\| (\d+) \| \[(.+)\]\((.+)\) \|/gm)]
    const listed = rows.map(([, number, title, file]) => `${file}: # ${number}. ${title}`)
    const records = globSync('docs/decisions/[0-9]*.md', { cwd: ROOT }).sort()
    const titles = records.map((file) => `${basename(file)}: ${read(file).split('\n', 1)[0]}`)
    expect(listed).toEqual(titles)
  })

  test('the decisions that documents and comments name exist', () => {
    const numbers = new Set(
      globSync('docs/decisions/[0-9]*.md', { cwd: ROOT }).map((file) => file.slice(15, 19)),
    )
    const missing = [...files, ...pages.map(({ name }) => name)].flatMap((file) => {
      const text = read(file)
      const named = [
        ...[...text.matchAll(/docs\/decisions\/(\d{4})/g)].map(([, number = '']) => number),
        ...[...text.matchAll(/\bdecisions? (\d{1,3})(?: and (\d{1,3}))?\b/g)]
          .flatMap(([, ...both]) => both)
          .flatMap((number) => (number ? [number.padStart(4, '0')] : [])),
      ]
      return named.filter((number) => !numbers.has(number)).map((number) => `${file}: ${number}`)
    })
    expect(missing).toEqual([])
  })
})

describe('docs/self-hosting', () => {
  /** The names in the first cells of the tables of a page, where each has only names. */
  const namesLike = (name: string, page: string) =>
    [
      ...read(`docs/self-hosting/${page}.md`).matchAll(
        new RegExp(`^\\| ((?:\`${name}\`(?:, | or )?)+) \\|`, 'gm'),
      ),
    ]
      .flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, found]) => found))
      .toSorted()

  test('lists every variable of the environment, and no other', () => {
    expect(namesLike('[A-Z][A-Z0-9_]+', 'variables')).toEqual(Object.keys(environment.shape).toSorted())
  })

  test('says how each mail provider reports', () => {
    const rows = read('docs/self-hosting/bounces.md').matchAll(/^\| ([A-Z][\w ]+) \| .+ \| .+ \|$/gm)
    const reporting = MAIL_PROVIDERS.flatMap(({ name, reports }) => (reports ? [name] : []))
    expect([...rows].map(([, name]) => name)).toEqual(expect.arrayContaining(reporting))
  })

  test('lists every setting, and no other', () => {
    expect(namesLike('[a-z][a-z_]+', 'settings')).toEqual(SETTING_KEYS.toSorted())
  })
})
