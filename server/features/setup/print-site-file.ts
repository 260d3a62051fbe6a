import { PAPER_KEYS } from '#core/domain/site-file.ts'
import type { Sql } from '#server/platform/database/connection.ts'

/** The publication as it is, as such a file: what differs from the defaults. Applying it changes nothing. */
export function printSiteFile(sql: Sql): Promise<string> {
  return sql.transaction(async (session) => {
    await session`set transaction isolation level repeatable read read only`
    const rows = await session<{ key: string; value: unknown }[]>`select key, value from public.settings`
    const stored = new Map(rows.map(({ key, value }) => [key, value]))
    const settings = PAPER_KEYS.filter((key) => stored.has(key)).map((key) => [key, stored.get(key)])
    const sections = await session<SectionRow[]>`
      select slug, color, names, descriptions, retired_to from public.categories order by position nulls last, slug`
    const categories = sections.filter(({ retired_to }) => retired_to === null).map(describeSection)
    const retired = sections.flatMap(({ slug, retired_to }) =>
      retired_to === null ? [] : [[slug, retired_to]],
    )
    const file = {
      ...Object.fromEntries(settings),
      categories,
      ...(retired.length > 0 && { retired: Object.fromEntries(retired) }),
    }
    return `${JSON.stringify(file, null, 2)}\n`
  })
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
