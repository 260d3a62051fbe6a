import { uncoveredOf } from '#app/admin/kit/errors/classify-error.ts'

interface SaveJudgedOptions<Saved> {
  /** True if the article is known to rest on sources. */
  isSourced: boolean
  publishes: boolean
  /** Has the server judge exactly the texts that are saved. */
  judge: () => Promise<unknown>
  save: () => Promise<Saved>
}

/**
 * Saves texts of an article after its sentences were compared with their sources. A draft is saved even if that fails, because what its
 * sentences rest on is sent again with the next save.
 */
export async function saveJudged<Saved>(options: SaveJudgedOptions<Saved>): Promise<Saved> {
  const { isSourced, publishes, judge, save } = options
  if (isSourced) {
    try {
      await judge()
    } catch (error) {
      if (publishes) throw error
    }
  }
  try {
    return await save()
  } catch (error) {
    if (uncoveredOf(error) !== 'articles_judged') throw error
  }
  // Its sources have changed since, or it got the first one.
  await judge()
  return save()
}
