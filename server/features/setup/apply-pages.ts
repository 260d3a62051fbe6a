import type { FileProblem, SiteFile } from '#core/domain/site-file.ts'
import type { FilePageText } from '#core/domain/site-file-pages.ts'
import { LANGUAGE_CODES } from '#core/i18n/languages.ts'
import type { BesideFiles } from '#server/features/setup/beside-files.ts'
import type { Session } from '#server/platform/database/connection.ts'

/** Runs what may be refused, and then notes that for this path. */
type Attempt = (path: string, run: () => Promise<number>) => Promise<number | undefined>

/** Publishes the pages of a file, and deletes those that are null. Returns the slugs of those that are other ones now. */
export async function applyPages(
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
