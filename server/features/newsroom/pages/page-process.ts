import { type PageToRead, type ReadPage, readPage } from '#server/features/newsroom/pages/read-page.ts'
import { TooComplex } from '#server/platform/documents/parse-html.ts'
import { handleTasks } from '#server/platform/images/worker/process-pool.ts'

/** A process that reads pages of other publications for the server that started it: what they are made of may take any time and memory. */
handleTasks<PageToRead, ReadPage | null>(async (page) => {
  try {
    return readPage(page)
  } catch (error) {
    if (error instanceof TooComplex || error instanceof RangeError) return null
    throw error
  }
})
