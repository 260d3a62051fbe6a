import { shortHash } from '#server/features/import/run/article-facts.ts'
import type { Session } from '#server/platform/database/connection.ts'

interface Asking {
  entry: { sourceId: string; language: string; slug: string }
  wanted: string
}

/** After these an article gets the hash of its id, so that ten thousand with one title do not take a second each. */
const NUMBERED = 9

/**
 * Decides the slugs of articles: what they want, unless an article or an old address here has it, or another one of the same source; then
 * with a number, or with a hash of the id.
 */
export function createSlugs(sql: Session) {
  const used = new Set<string>()

  async function decide(asking: readonly Asking[]): Promise<void> {
    for (const { entry } of asking) if (entry.slug !== '') used.add(keyOf(entry.language, entry.slug))
    const open = asking.filter(({ entry }) => entry.slug === '')
    if (open.length === 0) return
    const taken = await findTaken(sql, open.flatMap(candidatesOf))
    for (const one of open) {
      const { language } = one.entry
      const free = candidatesOf(one).find(({ slug }) => {
        const key = keyOf(language, slug)
        return !(taken.has(key) || used.has(key))
      })
      // Two ids with one hash, and all numbers taken: the insert refuses it, and it is a note.
      one.entry.slug = free?.slug ?? one.wanted
      used.add(keyOf(language, one.entry.slug))
    }
  }

  return { decide }
}

const keyOf = (language: string, slug: string) => `${language} ${slug}`

function candidatesOf({ entry: { sourceId, language }, wanted }: Asking) {
  const numbers = Array.from({ length: NUMBERED - 1 }, (_, index) => `${wanted}-${index + 2}`)
  return [wanted, ...numbers, `${wanted}-${shortHash(sourceId)}`].map((slug) => ({ slug, language }))
}

async function findTaken(
  sql: Session,
  candidates: { slug: string; language: string }[],
): Promise<Set<string>> {
  const rows = await sql<{ slug: string; language: string }[]>`
    with asked as (
      select distinct slug, language
      from jsonb_to_recordset(${JSON.stringify(candidates)}::jsonb) as asked (slug text, language text))
    select slug, language from asked join public.articles using (slug, language)
    union select slug, language from asked join public.slug_redirects using (slug, language)`
  return new Set(rows.map(({ slug, language }) => keyOf(language, slug)))
}
