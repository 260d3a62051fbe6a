import { feedAddress, MAX_FEEDS, outletOf } from '#server/features/newsroom/feeds/add-feed.ts'
import type { Outline } from '#server/features/newsroom/feeds/read-opml.ts'
import type { Session } from '#server/platform/database/connection.ts'

export interface ImportedFeeds {
  added: number
  /** Feeds that were there before. */
  known: number
  /** The refused feeds, each with a sentence that says why. */
  refused: { url: string; reason: string }[]
}

const NO_ADDRESS = 'This is no address of the web.'
const NO_ROOM = `There can be ${MAX_FEEDS} feeds.`
/** The number of refused ones that are named. */
const MAX_REFUSED = 200

/** Adds the feeds of a list. They are asked one after another by the job, which finds out what is wrong with them. */
export async function importFeeds(
  sql: Session,
  outlines: readonly Outline[],
  addedBy: string,
): Promise<ImportedFeeds> {
  const refused: ImportedFeeds['refused'] = []
  const wanted = new Map<string, string>()
  for (const { url, title } of outlines) {
    const address = feedAddress(url)
    if (address) wanted.set(address, wanted.get(address) ?? outletOf(title, address))
    else refused.push({ url: url.slice(0, 300).toWellFormed(), reason: NO_ADDRESS })
  }
  const given = [...wanted].map(([url, outlet]) => ({ url, outlet }))
  const [{ known }] = await sql<[{ known: number }]>`
    select count(*)::int as known from public.news_feeds where url = any (${given.map(({ url }) => url)})`
  const added = await sql<{ url: string }[]>`
    insert into public.news_feeds (url, outlet, added_by)
    select url, outlet, ${addedBy} from jsonb_to_recordset(${JSON.stringify(given)}) as new (url text, outlet text)
    where not exists (select from public.news_feeds as kept where kept.url = new.url)
    limit greatest(0, ${MAX_FEEDS} - (select count(*) from public.news_feeds))
    on conflict (url) do nothing
    returning url`
  if (added.length + known < given.length) {
    const present = new Set(added.map(({ url }) => url))
    const all = await sql<{ url: string }[]>`
      select url from public.news_feeds where url = any (${given.map(({ url }) => url)})`
    for (const { url } of all) present.add(url)
    for (const { url } of given) if (!present.has(url)) refused.push({ url, reason: NO_ROOM })
  }
  return { added: added.length, known, refused: refused.slice(0, MAX_REFUSED) }
}
