type Answer = (request: Request) => Response | Promise<Response>

/** Says whether our own pages exist, without asking ourselves over a network that may not lead here. */
export interface OwnPages {
  /** Has this app answer from now on. */
  answerWith(app: Answer): void
  /** Whether readers find no page at an address of ours; false too where no app answers in this process. */
  isMissing(address: string): Promise<boolean>
}

/** What requests from sockets reach before the app does: files, and rows. */
const ELSEWHERE = /^\/(?:storage|rest)\/v1(?:\/|$)/
const MISSING = new Set([404, 410])

export function createOwnPages(): OwnPages {
  let app: Answer | null = null
  return {
    answerWith(next) {
      app = next
    },
    async isMissing(address) {
      const url = URL.parse(address)
      if (!app || !url || ELSEWHERE.test(url.pathname)) return false
      url.hash = ''
      const response = await app(new Request(url, { method: 'HEAD' }))
      await response.body?.cancel()
      return MISSING.has(response.status)
    },
  }
}
