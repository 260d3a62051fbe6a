import * as z from 'zod'
import { isStorable } from '#core/domain/article-input.ts'
import { OUTLET_MAX_LENGTH, SOURCE_TEXT_MAX_LENGTH, SOURCE_TITLE_MAX_LENGTH } from '#core/domain/news-item.ts'
import { canonicalAddress } from '#core/newsroom/canonical-address.ts'
import { tidyLine, tidyText } from '#core/newsroom/tidy-text.ts'
import { inNewsroom } from '#server/features/newsroom/in-newsroom.ts'
import { addAddress, addText, type GivenText } from '#server/features/newsroom/pages/add-item.ts'
import {
  describeTextProblem,
  ItemTextError,
  type PageDeps,
} from '#server/features/newsroom/pages/fetch-page.ts'
import { cutIntoSentences, MAX_SENTENCES, readItemText } from '#server/features/newsroom/pages/item-text.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { readDate } from '#server/platform/documents/dates/read-date.ts'
import { answer, refuse, withBody } from '#server/supabase/functions/call.ts'

const MAX_ADDRESS_LENGTH = 2000

/** Adds a page of another publication as a source of articles; of one that was added before, it returns the same id. */
export const addSourceAddress = inNewsroom(
  withBody(
    z.strictObject({ address: z.string().trim().min(1).max(MAX_ADDRESS_LENGTH) }),
    `Send an object with the address of a page as address, at most ${MAX_ADDRESS_LENGTH} characters.`,
    async (deps: PageDeps & Pick<FunctionDeps, 'sql' | 'log'>, { address }, { userId, request }) => {
      if (canonicalAddress(address) === null)
        return refuse(422, 'This is not the address of a page: that begins with https:// or http://.', {
          more: { code: 'address' },
        })
      return refuseTextProblem(async () => {
        const itemId = await addAddress(deps, { address, by: userId, signal: request.signal })
        return answer({ itemId })
      })
    },
  ),
)

/** Clocks and zones differ. */
const MAX_AHEAD_MS = 24 * 60 * 60_000

const line = (length: number) =>
  z.string().refine(isStorable).transform(tidyLine).pipe(z.string().min(1).max(length))
const input = z.strictObject({
  title: line(SOURCE_TITLE_MAX_LENGTH),
  outlet: line(OUTLET_MAX_LENGTH),
  url: z.string().trim().max(2000).nullish(),
  published: z.string().trim().max(60).nullish(),
  text: z.string().max(SOURCE_TEXT_MAX_LENGTH).refine(isStorable),
})

const MALFORMED =
  `Send an object with title (at most ${SOURCE_TITLE_MAX_LENGTH} characters), outlet (at most ${OUTLET_MAX_LENGTH}), url and published, or null for them, ` +
  `and text (at most ${SOURCE_TEXT_MAX_LENGTH} characters).`

/** Adds a text that an editor has, such as a press release, as a source of articles; of one that was added before, it returns the same id. */
export const addSourceText = inNewsroom(
  withBody(
    input,
    MALFORMED,
    async (
      deps: Pick<FunctionDeps, 'sql' | 'log'>,
      { url, published, text: written, ...named },
      { userId },
    ) => {
      const text = tidyText(written)
      const { length: count } = await cutIntoSentences(text, null)
      if (count === 0) return refusal('no_text')
      if (count >= MAX_SENTENCES) return refusal('too_long')
      if (url && canonicalAddress(url) === null) return refusal('address')
      const date = published ? readDate(published) : null
      if (published && date === null) return refusal('date')
      if (date && Date.parse(date) > Date.now() + MAX_AHEAD_MS) return refusal('future')
      const given: GivenText = { ...named, url: url || null, published: date, text }
      const itemId = await addText(deps, given, userId)
      return answer({ itemId })
    },
  ),
)

const SENTENCES = {
  no_text: 'There is no sentence in this text.',
  too_long: `This text has ${MAX_SENTENCES} sentences or more. Add it in parts.`,
  address:
    'The url is not the address of a page: that begins with https:// or http://. Leave it out when there is none.',
  date: 'The time of publication is not a time. Write it as in 2026-11-27 or 2026-11-27T08:30:00Z.',
  future: 'The time of publication is yet to come. Enter when the text was published.',
}

const refusal = (code: keyof typeof SENTENCES): Response => refuse(422, SENTENCES[code], { more: { code } })

/** The text of an item in sentences. The first to open it has its page asked for. */
export const openNewsItem = inNewsroom(
  withBody(
    z.strictObject({ itemId: z.uuid() }),
    'Send an object with the id of an item as itemId.',
    (deps: PageDeps & Pick<FunctionDeps, 'sql' | 'log'>, { itemId }, { request }) =>
      refuseTextProblem(async () => answer(await readItemText(deps, itemId, request.signal))),
  ),
)

/** Answers with why there is no text of an item, and what can be done about it. */
async function refuseTextProblem(work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ItemTextError)) throw error
    const status = error.problem === 'unknown' ? 404 : 422
    return refuse(status, describeTextProblem(error), { more: { code: error.problem } })
  }
}
