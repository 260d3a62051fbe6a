import type { Page } from '#core/domain/page.ts'
import type { SettingValues } from '#core/domain/settings.ts'
import { PAPER_KEYS } from '#core/domain/site-file.ts'
import type { Session, Sql } from '#server/platform/database/connection.ts'
import { nameOfSlug } from '#server/platform/disk/file-names.ts'

/** A file in the folder of a site file, by its name. */
type Files = Map<string, Buffer | string>

/** The publication as it is, as such a file: what differs from the defaults. Applying it changes nothing. */
export function printSiteFile(sql: Sql): Promise<string> {
  return inSnapshot(sql, (session) => describe(session, null))
}

/** The same as several files, which another publication can be made of: `site.json`, and beside it the pictures and the texts of pages. */
export function printSiteFolder(sql: Sql): Promise<Files> {
  return inSnapshot(sql, describeSiteFolder)
}

/** The same in a transaction under way. */
export async function describeSiteFolder(session: Session): Promise<Files> {
  const files: Files = new Map()
  return files.set('site.json', await describe(session, files))
}

function inSnapshot<T>(sql: Sql, work: (session: Session) => Promise<T>): Promise<T> {
  return sql.transaction(async (session) => {
    await session`set transaction isolation level repeatable read read only`
    return work(session)
  })
}

async function describe(session: Session, files: Files | null): Promise<string> {
  const rows = await session<{ key: string; value: unknown }[]>`select key, value from public.settings`
  const stored = new Map(rows.map(({ key, value }) => [key, value]))
  const settings = PAPER_KEYS.filter((key) => stored.has(key)).map((key) => [key, stored.get(key)])
  const sections = await session<SectionRow[]>`
    select slug, color, names, descriptions, retired_to from public.categories order by position nulls last, slug`
  const categories = sections.filter(({ retired_to }) => retired_to === null).map(describeSection)
  const retired = sections.flatMap(({ slug, retired_to }) =>
    retired_to === null ? [] : [[slug, retired_to]],
  )
  const pages = await describePages(session, files)
  const file = {
    ...Object.fromEntries(settings),
    ...(files && (await describePictures(session, Object.fromEntries(settings), files))),
    categories,
    ...(retired.length > 0 && { retired: Object.fromEntries(retired) }),
    ...(Object.keys(pages).length > 0 && { pages }),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

/** The logo and the icon as files. What is not stored any more stays as it is named. */
async function describePictures(
  session: Session,
  { logo, icon }: Partial<Pick<SettingValues, 'logo' | 'icon'>>,
  files: Files,
): Promise<object> {
  const add = async (stored: string, as: string) => {
    const [row] = await session<{ content: Buffer }[]>`
      select content from private.look_files where name = ${stored}`
    const file = as + stored.slice(stored.lastIndexOf('.'))
    if (row) files.set(file, row.content)
    return row && `./${file}`
  }
  const light = logo && (await add(logo.light, 'logo'))
  const dark = logo?.dark ? await add(logo.dark, 'logo-dark') : null
  const iconFile = icon && (await add(icon.file, 'icon'))
  return {
    ...(logo && light && dark !== undefined && { logo: { light, dark, named: logo.named } }),
    ...(iconFile && { icon: iconFile }),
  }
}

type PageRow = Pick<Page, 'slug' | 'language' | 'title' | 'description' | 'content' | 'position' | 'shipped'>

/** Describes what readers get of the pages; drafts are work of the desk. */
async function describePages(session: Session, files: Files | null): Promise<Record<string, object>> {
  const rows = await session<PageRow[]>`
    select slug, language, title, description, content, position, shipped
    from public.pages where published order by slug, language`
  const pages: Record<string, object> = {}
  for (const { slug, language, title, description, content, position, shipped } of rows) {
    const file = `${nameOfSlug(slug)}.${language}.md`
    files?.set(file, content)
    pages[slug] = {
      ...(position !== null && { listed: position }),
      ...pages[slug],
      [language]: {
        title,
        ...(description !== '' && { description }),
        ...(files ? { file: `./${file}` } : { content }),
        ...(shipped !== null && { shipped }),
      },
    }
  }
  return pages
}

interface SectionRow {
  slug: string
  color: string | null
  names: object
  descriptions: object
  retired_to: string | null
}

const isEmpty = (texts: object) => Object.keys(texts).length === 0

const describeSection = ({ slug, names, descriptions, color }: SectionRow) => ({
  slug,
  ...(!isEmpty(names) && { names }),
  ...(!isEmpty(descriptions) && { descriptions }),
  ...(color !== null && { color }),
})
