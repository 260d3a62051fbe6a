import * as z from 'zod'
import type { FeedFailure } from '#core/domain/news-feed.ts'
import {
  addFeed,
  feedAddress,
  importFeeds,
  MAX_FEEDS,
  TooManyFeeds,
} from '#server/features/newsroom/feeds/add-feed.ts'
import { type ListedFeed, readFeedList, writeOpml } from '#server/features/newsroom/feeds/opml.ts'
import { claimFeed, groupNewItems, requestFeed } from '#server/features/newsroom/feeds/request-feed.ts'
import { inNewsroom } from '#server/features/newsroom/in-newsroom.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { DocumentError } from '#server/platform/links/request-document.ts'
import { offTurn } from '#server/platform/process/off-turn.ts'
import { answer, refuse, type UserCall, withBody, withQuery } from '#server/supabase/functions/call.ts'

type Deps = Pick<FunctionDeps, 'sql' | 'log' | 'documents' | 'hostRules' | 'hasNewsroom'>

/** Adds the feed at an address, or returns the feeds of the page there. */
export const addNewsFeed = inNewsroom(
  withBody(
    z.strictObject({ address: z.string().max(2000) }),
    'Send the address of a feed, or of a page that has one, as address.',
    async (deps: Deps, { address }, { userId, request }) => {
      const url = feedAddress(address)
      if (!url)
        return refuse(400, 'This is no address of the web. It looks like https://example.org/feed.', {
          more: { code: 'address' },
        })
      try {
        return answer(await addFeed(deps, { address: url, addedBy: userId, signal: request.signal }))
      } catch (error) {
        if (error instanceof TooManyFeeds)
          return refuse(409, `There can be ${MAX_FEEDS} feeds. Remove one first.`, {
            more: { code: 'limit' },
          })
        if (error instanceof DocumentError) return refuseAddress(error)
        throw error
      }
    },
  ),
)

/** Asks a feed now, and returns how many items it has added, or why it could not be read. */
export const requestNewsFeed = inNewsroom(
  withBody(
    z.strictObject({ feedId: z.uuid() }),
    'Send the id of a feed as feedId.',
    async (deps: Deps, { feedId }, { request }) => {
      const feed = await claimFeed(deps.sql, feedId)
      if (feed) {
        const { added, ...outcome } = await requestFeed(deps, feed, request.signal)
        await groupNewItems(deps, added)
        return answer({ added: added.length, ...outcome })
      }
      const [present] = await deps.sql`select from public.news_feeds where id = ${feedId}`
      return present
        ? refuse(409, 'This feed has just been asked. Wait for half a minute.', {
            more: { code: 'just_asked' },
          })
        : refuse(404, 'This feed does not exist any more.')
    },
  ),
)

/** Adds the feeds of a list in OPML, which is the body. */
export const importNewsFeeds = inNewsroom(async ({ sql }: Deps, { request, userId }: UserCall) => {
  const place = 'server/features/newsroom/feeds/opml.ts#readFeedList'
  const read = await offTurn(place, readFeedList, new Uint8Array(await request.arrayBuffer()))
  if ('problem' in read) return refuse(400, read.problem)
  if (read.outlines.length === 0) return refuse(400, 'No feed is in this list. Send a file in OPML.')
  return answer(await importFeeds(sql, read.outlines, userId))
})

/** All feeds as a list in OPML. */
export const exportNewsFeeds = inNewsroom(
  withQuery(
    z.strictObject({}),
    'Send no parameters.',
    async ({ sql, settings }: Deps & Pick<FunctionDeps, 'settings'>) => {
      const feeds = await sql<ListedFeed[]>`
        select url, title, outlet, site_url, language from public.news_feeds order by outlet, url`
      return new Response(writeOpml(feeds, settings.current().site_name ?? ''), {
        headers: {
          'content-type': 'text/x-opml; charset=utf-8',
          'content-disposition': 'attachment; filename="feeds.opml"',
          'cache-control': 'no-store',
        },
      })
    },
  ),
)

function refuseAddress({ failure, detail }: DocumentError): Response {
  return refuse(422, SENTENCES[failure](detail), { more: { code: failure, detail } })
}

const SENTENCES: Record<FeedFailure, (detail: string) => string> = {
  name: () => 'There is no server of this name. Check the address.',
  private: () => 'This address leads into a private network, or to an unusual port, so it is not asked.',
  connection: () => 'The server cannot be reached, or broke off. Try again.',
  timeout: () => 'The server took longer than 20 seconds. Try again later.',
  redirects: () => 'The server passes on from one address to the next without an end.',
  status: (status) =>
    `The server has nothing to give at this address: it answered with the status ${status}.`,
  gone: () => 'What was at this address has been removed for good.',
  too_large: () => 'What is there is larger than 2 MB, so it is not read.',
  not_a_feed: () =>
    'There is no feed at this address, and the page names none. Look for a link to RSS or Atom.',
  broken: () => 'What the server sent cannot be read.',
  forbidden: (rule) => `The publisher does not let programs read this address (${rule}).`,
}
