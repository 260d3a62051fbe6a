import * as z from 'zod'
import { isStorable } from '#core/domain/article-input.ts'
import {
  OUTLET_MAX_LENGTH,
  SOURCE_TEXT_MAX_LENGTH,
  SOURCE_TITLE_MAX_LENGTH,
} from '#core/domain/news-item-input.ts'
import { canonicalAddress } from '#core/newsroom/canonical-address.ts'
import { tidyLine, tidyText } from '#core/newsroom/tidy-text.ts'
import { readDate } from '#server/features/import/dates/read-date.ts'
import { inNewsroom } from '#server/features/newsroom/in-newsroom.ts'
import { addText, type GivenText } from '#server/features/newsroom/pages/add-item.ts'
import { cutIntoSentences, MAX_SENTENCES } from '#server/features/newsroom/pages/store-text.ts'
import type { FunctionDeps } from '#server/features/services.ts'
import { answer, refuse, withBody } from '#server/supabase/functions/call.ts'

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
