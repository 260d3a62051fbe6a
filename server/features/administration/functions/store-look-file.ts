import * as z from 'zod'
import type { FunctionDeps } from '#server/features/services.ts'
import { storeLookFile as store } from '#server/platform/images/look/look-files.ts'
import { UnreadableImage } from '#server/platform/images/unreadable-image.ts'
import { answer, refuse, withQuery } from '#server/supabase/functions/call.ts'

/** Stores the body, a logo or an icon, and returns its name, that of the same for the dark theme, and its size. */
export const storeLookFile = withQuery(
  z.strictObject({ use: z.enum(['logo', 'icon']) }),
  'Say what the file is for: ?use=logo or ?use=icon.',
  async ({ sql, images }: Pick<FunctionDeps, 'sql' | 'images'>, { use }, { request }) => {
    const bytes = Buffer.from(await request.arrayBuffer())
    try {
      return answer(await store({ sql, worker: images }, bytes, use))
    } catch (error) {
      if (!(error instanceof UnreadableImage)) throw error
      return refuse(422, `The file ${error.message.split('\n', 1)[0]}`)
    }
  },
)
