import { PictureFetchError, type PictureProblem } from '#server/platform/links/picture-fetcher.ts'
import { StorageError } from '#server/supabase/storage/storage-error.ts'

/** The reason why a picture cannot be had. */
export interface PictureTrouble {
  problem: PictureProblem | 'unreadable' | 'silent' | 'siteless'
  /** The status with which the server answered. */
  status?: number
  /** True if its server could not be reached, or did not answer in time. */
  isSilent?: boolean
}

const SILENT: readonly string[] = ['name', 'connection', 'time']
const PASSING: readonly string[] = ['connection', 'time', 'busy']
const PASSING_STATUS = [408, 425, 429, 500, 502, 503, 504]

/** Tells what is wrong with one picture; throws what is wrong with this site. */
export function troubleOf(error: unknown): PictureTrouble {
  if (error instanceof PictureFetchError) {
    const { problem, status } = error
    return { problem, isSilent: SILENT.includes(problem), ...(status > 0 && { status }) }
  }
  if (!(error instanceof StorageError) || error.status >= 500) throw error
  return { problem: error.body.code === 'EntityTooLarge' ? 'too_large' : 'unreadable' }
}

/** Tells whether it may be gone in a moment. */
export function isPassing({ problem, status = 0 }: PictureTrouble): boolean {
  return PASSING.includes(problem) || PASSING_STATUS.includes(status)
}

const PHRASES: Record<PictureTrouble['problem'], string> = {
  address: 'no address of a picture on the web',
  siteless: 'nobody has said where the old site is',
  private: 'in a private network, so it is not asked',
  name: 'no server has this name',
  connection: 'the server cannot be reached',
  time: 'the server took too long',
  silent: 'the server did not answer for others',
  redirects: 'redirects without an end',
  status: 'the server does not give it away',
  too_large: 'more than 5 MB',
  page: 'a page and no picture',
  drawing: 'an SVG drawing, which can contain programs',
  unreadable: 'broken, too large in pixels, or no picture',
  busy: 'too many pictures at once',
}

export const sayTrouble = ({ problem, status }: PictureTrouble): string =>
  PHRASES[problem] + (status ? `: status ${status}` : '')
