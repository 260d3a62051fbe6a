import { COLOR_PATTERN } from '#core/domain/publication-settings.ts'
import { z } from '#core/domain/schema.ts'
import { line, someLanguages } from '#core/domain/setting-texts.ts'
import { SETTING_KEYS, SETTING_SCHEMAS, type SettingKey, type SettingValues } from '#core/domain/settings.ts'
import { besidePath, type FilePages, filePages } from '#core/domain/site-file-pages.ts'
import { STATEMENT_IDS } from '#core/i18n/statements.ts'

export const SITE_FILE_MAX_BYTES = 1_048_576
const MOST_CATEGORIES = 12
const MOST_RETIRED = 200

/** Settings that do not describe a publication: the state of the desk for its editors, and the limits of mail server and disk. */
const NOT_OF_A_PAPER = [
  'welcome',
  'setup',
  'statements_read',
  'newsletter_rate',
  'daily_megabytes',
] as const satisfies SettingKey[]
type PaperKey = Exclude<SettingKey, (typeof NOT_OF_A_PAPER)[number]>

/** The settings that a file describes, in the order in which it is written. */
const KEYS = SETTING_KEYS.filter(
  (key): key is PaperKey => !(NOT_OF_A_PAPER as readonly string[]).includes(key),
)
const FIRST: readonly PaperKey[] = [
  'site_name',
  'tagline',
  'accent',
  'type',
  'logo',
  'icon',
  'front_page',
  'languages',
]
export const PAPER_KEYS: readonly PaperKey[] = [...FIRST, ...KEYS.filter((key) => !FIRST.includes(key))]

const slug = z
  .string()
  .max(40, 'Must have at most 40 characters')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Must be an address of small letters, digits and hyphens between them')

const category = z.strictObject({
  slug,
  was: slug.optional().describe('The slug that it had: its articles and addresses follow.'),
  names: someLanguages(line(60)).optional(),
  descriptions: someLanguages(line(300)).optional(),
  color: z.string().regex(COLOR_PATTERN, 'Must be a colour such as #0f7b3f').nullable().optional(),
})
export type FileCategory = z.infer<typeof category>

type SettingShape = {
  [Key in PaperKey]: z.ZodOptional<z.ZodNullable<(typeof SETTING_SCHEMAS)[Key]>>
}
const settingShape = Object.fromEntries(
  PAPER_KEYS.map((key) => [key, SETTING_SCHEMAS[key].nullable().optional()]),
) as SettingShape

const fileLogo = z.union([
  besidePath('logo.svg'),
  z.strictObject({
    light: besidePath('logo.svg'),
    dark: besidePath('logo-dark.svg')
      .nullable()
      .optional()
      .describe('Left out, it is made of the light one; null: the light one is shown in both themes.'),
    named: z.boolean().optional().describe('Whether the name is written beside it.'),
  }),
])
type FileLogo = z.infer<typeof fileLogo>

/** An unknown statement is an error here; stored ones may be those of another version. */
const statements = z
  .partialRecord(z.enum(STATEMENT_IDS), z.enum(['keep', 'out']))
  .nullable()
  .optional()

/** A picture is a file beside this one, a stored one, or null. */
const pictureShape = {
  logo: z.union([fileLogo, SETTING_SCHEMAS.logo]).nullable().optional(),
  icon: z
    .union([besidePath('icon.svg'), SETTING_SCHEMAS.icon])
    .nullable()
    .optional(),
}

const sectionShape = {
  categories: z
    .array(category)
    .min(1, 'Must have a section')
    .max(MOST_CATEGORIES, `Must have at most ${MOST_CATEGORIES} sections`)
    .optional()
    .describe('All sections, in the order of the header.'),
  retired: z
    .record(slug, slug)
    .optional()
    .describe('Addresses of sections that are no more, each with the section that it leads to.'),
}
const sections = z.object(sectionShape)

const siteFile = z
  .strictObject({
    $schema: z.string().max(500).optional(),
    ...settingShape,
    statements,
    ...pictureShape,
    ...sectionShape,
    pages: filePages.optional(),
  })
  .describe(
    'What a publication calls itself, looks like and consists of. What is left out stays as it is; null is the default.',
  )

/** A publication, described in a file. Absent parts stay as they are; null is the default. */
export interface SiteFile {
  settings: Partial<{ [Key in PaperKey]: SettingValues[Key] | null }>
  /** Pictures beside the file; stored ones are among the settings. */
  logo?: FileLogo
  icon?: string
  categories?: FileCategory[]
  retired: Record<string, string>
  pages: FilePages
}

export interface FileProblem {
  /** A path such as `categories[1].names.de`; empty for the file as a whole. */
  path: string
  message: string
}

/** Reads the text of a file. Returns all its problems, and its valid parts. */
export function parseSiteFile(text: string): { file: SiteFile; problems: FileProblem[] } {
  const content = text.replace(/^\uFEFF/, '')
  let json: unknown
  try {
    json = JSON.parse(content)
  } catch (error) {
    const message = `Is not JSON: ${error instanceof Error ? error.message : String(error)}`
    return { file: describe({}), problems: [{ path: '', message }] }
  }
  const { problems: ofJson, isBounded } = findJsonProblems(content)
  if (!isBounded) return { file: describe({}), problems: ofJson }
  const parsed = siteFile.safeParse(json)
  const { categories, retired = {} } = sections.safeParse(json).data ?? {}
  const ofSections = findProblems(categories, retired)
  if (parsed.success && ofSections.length === 0) return { file: describe(parsed.data), problems: ofJson }
  const issues = parsed.error?.issues ?? []
  const wrong = new Set(
    issues.flatMap((issue) =>
      issue.path.length === 0 && issue.code === 'unrecognized_keys' ? issue.keys : [issue.path[0]],
    ),
  )
  if (ofSections.length > 0 || wrong.has('categories') || wrong.has('retired'))
    wrong.add('categories').add('retired')
  const right = Object.entries(json ?? {}).filter(([key]) => !wrong.has(key))
  return {
    file: describe(siteFile.safeParse(Object.fromEntries(right)).data ?? {}),
    problems: [...withoutPaths(issues.flatMap(describeIssue), ofJson), ...ofJson, ...ofSections],
  }
}

const withoutPaths = (problems: FileProblem[], known: FileProblem[]) =>
  problems.filter(({ path }) => !known.some((one) => one.path === path))

function describe(values: z.infer<typeof siteFile>): SiteFile {
  const { $schema: _, categories, retired = {}, pages = {}, logo, icon, ...rest } = values
  const settings = rest as SiteFile['settings']
  const file: SiteFile = { settings, retired, pages, ...(categories && { categories }) }
  if (typeof icon === 'string') file.icon = icon
  else if (icon !== undefined) settings.icon = icon
  if (typeof logo === 'string' || (logo && !('width' in logo))) file.logo = logo
  else if (logo !== undefined) settings.logo = logo
  return file
}

/** The schema of such a file, for editors that complete and check it. */
export const siteFileSchema = (): object =>
  z.toJSONSchema(siteFile, { io: 'input', unrepresentable: 'any', reused: 'ref' })

function describeIssue(issue: z.core.$ZodIssue): FileProblem[] {
  const path = pathOf(issue.path)
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ path: pathOf([...issue.path, key]), message: 'Is not known' }))
    case 'invalid_key':
      return [{ path, message: issue.issues[0]?.message ?? issue.message }]
    case 'invalid_union': {
      // The alternative whose error is deepest is the one that the value comes closest to.
      const closest = issue.errors.toSorted((one, other) => depthOf(other) - depthOf(one))[0] ?? []
      const inner = closest.flatMap((one) => describeIssue({ ...one, path: [...issue.path, ...one.path] }))
      return inner.length > 0 ? inner : [{ path, message: issue.message }]
    }
    default:
      return [{ path, message: issue.message }]
  }
}

const depthOf = (issues: z.core.$ZodIssue[]) => Math.max(0, ...issues.map(({ path }) => path.length))

/** Problems between sections that are each valid. */
function findProblems(
  categories: FileCategory[] | undefined,
  retired: Record<string, string>,
): FileProblem[] {
  if (!categories)
    return Object.keys(retired).length > 0 ? [{ path: 'retired', message: 'Needs all "categories" too' }] : []
  const problems: FileProblem[] = []
  const slugs = categories.map((one) => one.slug)
  const former = categories.map(({ slug: own, was }) => was ?? own)
  for (const [index, own] of slugs.entries())
    if (slugs.indexOf(own) < index)
      problems.push({ path: `categories[${index}].slug`, message: `"${own}" is in the list twice` })
  for (const [index, own] of slugs.entries())
    if (categories.some((one) => one.was === own && one.slug !== own))
      problems.push({
        path: `categories[${index}].slug`,
        message: `"${own}" is the old address of another section`,
      })
  for (const [index, was] of former.entries())
    if (categories[index]?.was && former.indexOf(was) < index)
      problems.push({ path: `categories[${index}].was`, message: `Another section was "${was}" too` })
  // Following all paths would take long.
  if (Object.keys(retired).length > MOST_RETIRED)
    return [...problems, { path: 'retired', message: `Must have at most ${MOST_RETIRED} addresses` }]
  const renamed = categories.flatMap(({ slug: own, was }) => (was ? [[was, own] as const] : []))
  const ways = new Map([...renamed, ...Object.entries(retired)])
  for (const from of Object.keys(retired)) {
    const path = `retired.${from}`
    if (slugs.includes(from) || former.includes(from))
      problems.push({ path, message: 'Cannot be retired and kept at once' })
    else problems.push(...findWrongWay(from, ways, slugs).map((message) => ({ path, message })))
  }
  return problems
}

/** The problem of the path on which a retired address leads to a section. */
function findWrongWay(from: string, ways: ReadonlyMap<string, string>, slugs: string[]): string[] {
  const way = [from]
  for (;;) {
    const next = ways.get(way.at(-1) ?? '')
    if (next === undefined) return [`Leads to "${way.at(-1)}", which is no section of the list`]
    if (slugs.includes(next)) return []
    if (way.includes(next)) return [`Leads in a circle: ${[...way, next].join(' → ')}`]
    way.push(next)
  }
}

const DEEPEST = 20
const MOST_ENTRIES = 1_000
const MOST_PROBLEMS = 100
/** The tokens in the text of valid JSON: strings, and the delimiters of objects and arrays. */
const TOKENS = /"(?:[^"\\]+|\\.)*"|[{}[\],]/g

/** An object or an array, and the place in it. */
interface Level {
  keys: Set<string> | null
  at: string | number
  entries: number
}

/**
 * Finds in the text of valid JSON what parsing silently loses: duplicate keys of an object, and `__proto__`. If the text is larger or
 * deeper than any file of a publication, that is the only problem.
 */
function findJsonProblems(text: string): { problems: FileProblem[]; isBounded: boolean } {
  const problems: FileProblem[] = []
  const levels: Level[] = []
  const pathTo = (depth: number) => pathOf(levels.slice(0, depth).map(({ at }) => at))
  const unbounded = (depth: number, message: string) => ({
    problems: [{ path: pathTo(depth), message }],
    isBounded: false,
  })
  let isKeyNext = false
  for (const [token] of text.matchAll(TOKENS)) {
    const level = levels.at(-1)
    if (token === '{' || token === '[') {
      if (levels.length === DEEPEST) return unbounded(DEEPEST, `Is nested deeper than ${DEEPEST} levels`)
      isKeyNext = token === '{'
      levels.push({ keys: isKeyNext ? new Set() : null, at: isKeyNext ? '' : 0, entries: 1 })
    } else if (token === '}' || token === ']') levels.pop()
    else if (!level) continue
    else if (token === ',') {
      isKeyNext = level.keys !== null
      if (typeof level.at === 'number') level.at += 1
      level.entries += 1
      if (level.entries > MOST_ENTRIES)
        return unbounded(levels.length - 1, `Has more than ${MOST_ENTRIES.toLocaleString('en')} entries`)
    } else if (isKeyNext && level.keys) {
      isKeyNext = false
      const key: string = JSON.parse(token)
      level.at = key
      const message = key === '__proto__' ? 'Is not known' : level.keys.has(key) ? 'Is there twice' : null
      if (message && problems.length < MOST_PROBLEMS) problems.push({ path: pathTo(levels.length), message })
      level.keys.add(key)
    }
  }
  return { problems, isBounded: true }
}

/** A path such as `categories[1].names.de`. */
const pathOf = (path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (written, part) =>
      typeof part === 'number' ? `${written}[${part}]` : `${written}${written && '.'}${String(part)}`,
    '',
  )
