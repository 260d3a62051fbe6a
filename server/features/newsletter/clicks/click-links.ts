import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { newsletterClickPath } from '#core/paths.ts'

interface Click {
  issueId: string
  /** The number of the link in its edition, from 1. */
  link: number
  /** The target: an address, or a path on our site. */
  target: string
}

/** The addresses that count a click and redirect: the same for all recipients, and only to signed targets. */
export interface ClickLinks {
  pathOf(click: Click): string
  /** The click of such an address; null when we have not signed it. */
  read(query: URLSearchParams): Click | null
}

const MAC_BYTES = 16
const MAX_TARGET_LENGTH = 2_000

/** The address contains the click and is signed with HMAC-SHA-256, so that nothing is stored and the links in test mails work. */
export function createClickLinks(jwtSecret: string): ClickLinks {
  const key = Buffer.from(hkdfSync('sha256', jwtSecret, '', 'clicks on links of newsletters', 32))
  const macOf = ({ issueId, link, target }: Click) =>
    createHmac('sha256', key).update(`${issueId}:${link}:${target}`).digest().subarray(0, MAC_BYTES)
  return {
    pathOf(click) {
      return newsletterClickPath({ ...click, signature: macOf(click).toString('base64url') })
    },
    read(query) {
      const [issueId = '', number = '', target = '', signature = ''] = ['i', 'l', 't', 's'].map(
        (name) => query.get(name) ?? '',
      )
      if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(issueId)) return null
      if (!/^[1-9]\d{0,3}$/.test(number) || !/^[\w-]{22}$/.test(signature)) return null
      if (target === '' || target.length > MAX_TARGET_LENGTH) return null
      const click = { issueId, link: Number(number), target }
      return timingSafeEqual(Buffer.from(signature, 'base64url'), macOf(click)) ? click : null
    },
  }
}
