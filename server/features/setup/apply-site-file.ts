import { isDeepStrictEqual } from 'node:util'
import { DatabaseError } from 'pg'
import { type Category, type CategoryRow, sectionsOf } from '#core/domain/category.ts'
import type { RemovedDemo } from '#core/domain/demo.ts'
import { type FileProblem, PAPER_KEYS, type SiteFile } from '#core/domain/site-file.ts'
import type { FilePageText } from '#core/domain/site-file-pages.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import { removeDemo } from '#server/features/demo/remove-demo.ts'
import { type BesideFiles, NOTHING_BESIDE, picturesOfLogo } from '#server/features/setup/beside-files.ts'
import { lockInTransaction } from '#server/platform/database/advisory-lock.ts'
import { type Session, type Sql, withoutDeadlock } from '#server/platform/database/connection.ts'
import { storeIcon, storeLogo } from '#server/platform/images/look/look-files.ts'

/** The time that it waits for another set-up, or for somebody who is saving a section. */
const WAIT_MS = 30_000
const LOCK_NOT_AVAILABLE = '55P03'
const BUSY =
  'Somebody else is setting up this publication, or saving its sections or settings. Nothing was changed. Try again in a minute.'

export interface AppliedFile {
  /** The settings that have another value now. */
  settings: string[]
  /** Tells whether the sections are other ones now, and how many articles have followed them. */
  sections: { changed: boolean; moved: number }
  /** The pages that are other ones now, by their address. */
  pages: string[]
  demo: RemovedDemo | null
}

/** The file does not fit to what is stored. Nothing was changed. */
export class SiteFileError extends Error {
  readonly problems: FileProblem[]

  constructor(problems: FileProblem[]) {
    super(problems.map(({ path, message }) => `${path}: ${message}`).join('\n'))
    this.problems = problems
  }
}

export type FindWordProblems = (
  words: NonNullable<SiteFile['settings']['words']>,
  categories: readonly Category[],
) => FileProblem[] | Promise<FileProblem[]>

const UNCHANGED = { changed: false, moved: 0 }

/**
 * Makes the publication what a file says, in one transaction; first of all it removes the demo if that is wanted. The same file again
 * changes nothing. Of two at the same time, one waits for the other. With problems that are known already it only looks for more.
 * @throws SiteFileError with all problems, DemoInUse
 */
export function applySiteFile(
  sql: Sql,
  file: SiteFile | null,
  {
    withoutDemo,
    findWordProblems,
    beside = NOTHING_BESIDE,
    known = [],
  }: {
    withoutDemo: boolean
    /** Of `word-problems.ts`, which needs the messages of the product. */
    findWordProblems: FindWordProblems
    beside?: BesideFiles | undefined
    known?: readonly FileProblem[] | undefined
  },
): Promise<AppliedFile> {
  const apply = async (session: Session): Promise<AppliedFile> => {
    await session`select set_config('audit.by', 'The operator of the server', true)`
    await lockInTransaction(session, 'setup', WAIT_MS)
    // The lock is taken before the articles of the demo: somebody who saves sections on the desk holds it, and then waits for articles.
    if (file?.categories) await session`select pg_advisory_xact_lock(hashtextextended('sections', 0))`
    const demo = withoutDemo && known.length === 0 ? await removeDemo(session) : null
    if (!file) return { settings: [], sections: UNCHANGED, pages: [], demo }
    const problems = [...known]
    const attempt: Attempt = (path, run) => attemptPart(session, problems, { path, run })
    const settings = await applySettings(session, await withPictures(session, file, beside), {
      attempt,
      async check(values) {
        if (values.words)
          problems.push(...(await findWordProblems(values.words, await sectionsWith(session, file))))
      },
    })
    const sections = (await attempt(null, () => applySections(session, file))) ?? UNCHANGED
    const pages = await applyPages(session, file, { beside, attempt, problems })
    if (problems.length > 0) throw new SiteFileError(problems)
    return { settings, sections, pages, demo }
  }
  return withoutDeadlock(() => sql.transaction(apply)).catch((error: unknown) => {
    throw error instanceof DatabaseError && error.code === LOCK_NOT_AVAILABLE ? new Error(BUSY) : error
  })
}

/** The settings of a file, with its pictures stored. */
async function withPictures(
  session: Session,
  { settings, logo, icon }: SiteFile,
  { pictures }: BesideFiles,
): Promise<SiteFile['settings']> {
  const wanted = { ...settings }
  const newIcon = icon && pictures.get('icon')
  if (newIcon) wanted.icon = await storeIcon(session, newIcon)
  if (logo) {
    const { light, dark, named } = picturesOfLogo(logo)
    const [newLight, newDark] = [pictures.get(light.at), dark ? pictures.get(dark.at) : dark]
    if (newLight && (newDark || !dark))
      wanted.logo = await storeLogo(session, { light: newLight, dark: newDark, named })
  }
  return wanted
}

/** Stores the settings that differ, one after the other, as everybody who saves settings. */
async function applySettings(
  session: Session,
  wanted: SiteFile['settings'],
  { attempt, check }: { attempt: Attempt; check: (changed: SiteFile['settings']) => Promise<void> },
): Promise<string[]> {
  const keys = PAPER_KEYS.filter((key) => wanted[key] !== undefined).toSorted()
  const rows = await session<{ key: string; value: unknown }[]>`
    select key, value from public.settings where key = any (${keys}::text[]) order by key for update`
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const changed = keys.filter((key) => !isDeepStrictEqual(stored.get(key) ?? null, wanted[key]))
  await check(Object.fromEntries(changed.map((key) => [key, wanted[key]])))
  for (const key of changed) {
    const value = wanted[key]
    await attempt(key, () =>
      value === null
        ? session`delete from public.settings where key = ${key}`
        : session`
            insert into public.settings (key, value) values (${key}, ${JSON.stringify(value)}::jsonb)
            on conflict (key) do update set value = excluded.value`,
    )
  }
  return changed
}

/** The sections that there will be. */
async function sectionsWith(session: Session, { categories }: SiteFile): Promise<readonly Category[]> {
  if (categories)
    return categories.map(({ slug, color = null, names = {}, descriptions = {} }) => ({
      slug,
      color,
      names,
      descriptions,
    }))
  const rows = await session<CategoryRow[]>`
    select slug, position, color, names, descriptions, retired_to from public.categories`
  return sectionsOf(rows).categories
}

async function applySections(
  session: Session,
  { categories, retired }: SiteFile,
): Promise<AppliedFile['sections']> {
  if (!categories) return UNCHANGED
  const read = () =>
    session`select slug, position, color, names, descriptions, retired_to from public.categories order by slug`
  const before = await read()
  const [row] = await session<[{ moved: number }]>`
    select (public.save_categories(${JSON.stringify(categories)}::jsonb, ${JSON.stringify(retired)}::jsonb) ->> 'moved')::integer as moved`
  return { changed: !isDeepStrictEqual(before, await read()), moved: row.moved }
}

type Attempt = <T>(path: string | null, run: () => Promise<T>) => Promise<T | undefined>

/** Runs a part that the database may refuse, which is then undone and noted. Without a path it is the one that the database names. */
async function attemptPart<T>(
  session: Session,
  problems: FileProblem[],
  { path: known, run }: { path: string | null; run: () => Promise<T> },
): Promise<T | undefined> {
  await session`savepoint part`
  try {
    const result = await run()
    await session`release savepoint part`
    return result
  } catch (error) {
    if (!(error instanceof DatabaseError) || !['22023', '23514'].includes(error.code ?? '')) throw error
    await session.script('rollback to savepoint part; release savepoint part')
    const path = known ?? error.detail ?? ''
    const message = error.message.replace(`${path}: `, '').replace(/ \((pages|settings)_\w+\)\.$/, '')
    problems.push({ path, message })
    return undefined
  }
}

/** Publishes the pages of a file, and deletes those that are null. Returns the slugs of those that are other ones now. */
async function applyPages(
  session: Session,
  { pages }: Pick<SiteFile, 'pages'>,
  { beside, attempt, problems }: { beside: BesideFiles; attempt: Attempt; problems: FileProblem[] },
): Promise<string[]> {
  const changed = new Set<string>()
  for (const [slug, page] of Object.entries(pages).toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const path = `pages.${slug}`
    const note = (count: number | undefined) => count && changed.add(slug)
    if (page === null) {
      note(await attempt(path, () => deletePage(session, slug)))
      continue
    }
    for (const code of LANGUAGE_CODES) {
      const text = page[code]
      if (text === undefined) continue
      const at = `${path}.${code}`
      const content = text?.content ?? beside.texts.get(`${at}.file`)
      if (text === null) note(await attempt(at, () => deletePage(session, slug, code)))
      else if (content !== undefined)
        note(await attempt(at, () => savePage(session, { slug, language: code, text, content })))
    }
    const { listed } = page
    if (listed && LANGUAGE_CODES.every((code) => !page[code]) && !(await isPage(session, slug)))
      problems.push({ path, message: 'Must have a text in a language, because there is no such page yet' })
    else if (listed !== undefined)
      note(await attempt(`${path}.listed`, () => listPage(session, slug, listed)))
  }
  return [...changed]
}

async function isPage(session: Session, slug: string): Promise<boolean> {
  return (await session`select from public.pages where slug = ${slug} limit 1`).length > 0
}

async function deletePage(session: Session, slug: string, language: string | null = null): Promise<number> {
  const gone = await session`
    delete from public.pages where slug = ${slug} and language = coalesce(${language}::text, language) returning 1`
  return gone.length
}

async function savePage(
  session: Session,
  {
    slug,
    language,
    text: { title, description = '', shipped },
    content,
  }: { slug: string; language: string; text: FilePageText; content: string },
): Promise<number> {
  const saved = await session`
    insert into public.pages as stored (slug, language, title, description, content, published, shipped)
    values (${slug}, ${language}, ${title}, ${description}, ${content}, true, ${shipped ?? null})
    on conflict (slug, language) do update set title = excluded.title, description = excluded.description,
      content = excluded.content, published = true, shipped = coalesce(excluded.shipped, stored.shipped)
    where (stored.title, stored.description, stored.content, stored.published, stored.shipped)
      is distinct from (excluded.title, excluded.description, excluded.content, true, coalesce(excluded.shipped, stored.shipped))
    returning 1`
  return saved.length
}

/** Gives a page its place in the footer, in all its languages. */
async function listPage(session: Session, slug: string, position: number | null): Promise<number> {
  const moved = await session`
    update public.pages set position = ${position} where slug = ${slug} and position is distinct from ${position} returning 1`
  return moved.length
}
