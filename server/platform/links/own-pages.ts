type PageAnswer = (request: Request) => Response | Promise<Response>

/** Checks whether our own pages exist, without a request over a network that may not lead here. */
export interface OwnPages {
  /** Sets the app that answers. */
  setApp(app: PageAnswer): void
  /** Returns true if readers find no page at an address of ours, and false too if no app runs in this process. */
  isMissing(address: string): Promise<boolean>
}

/** Paths that are handled before the app, if requests come from sockets: files, and rows. */
const ELSEWHERE = /^\/(?:storage|rest)\/v1(?:\/|$)/
const MISSING = new Set([404, 410])

export function createOwnPages(): OwnPages {
  let app: PageAnswer | null = null
  return {
    setApp(next) {
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
