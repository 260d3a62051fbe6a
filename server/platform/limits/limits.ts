/**
 * A rate limit: `points` attempts in a window of `seconds` that begins with the first one; `wide` is the limit of a whole IPv6
 * /48 network. Attempts are counted in the database for all processes together, or in the memory of each process.
 */
export interface Limit {
  per: 'address' | 'account' | 'account and address' | 'user' | 'factor' | 'token'
  points: number
  seconds: number
  wide?: number
  where: 'database' | 'memory'
}

/** Every rate limit; a test compares the table of `docs/self-hosting/limits.md` with it. */
export const LIMITS = {
  'sign-in': { per: 'address', points: 30, seconds: 300, wide: 120, where: 'database' },
  // Wrong passwords.
  guess: { per: 'account and address', points: 10, seconds: 900, where: 'database' },
  'password-change': { per: 'user', points: 10, seconds: 900, where: 'database' },
  refresh: { per: 'address', points: 150, seconds: 300, where: 'database' },
  // Counts addresses without an account too, so that a rejection does not reveal which exist. A client that uses up the mails of another
  // person's account delays that person by at most three hours.
  'recovery-mail': { per: 'account', points: 3, seconds: 10_800, where: 'database' },
  recovery: { per: 'address', points: 10, seconds: 900, wide: 40, where: 'database' },
  verify: { per: 'address', points: 30, seconds: 300, wide: 120, where: 'database' },
  'factor-code': { per: 'factor', points: 5, seconds: 900, where: 'database' },
  // Three of a million codes are valid at any time: without this limit, guessing would find one within a year.
  'factor-code-day': { per: 'factor', points: 25, seconds: 86_400, where: 'database' },
  'wrong-codes-notice': { per: 'user', points: 1, seconds: 86_400, where: 'database' },
  'factor-changes': { per: 'user', points: 20, seconds: 3600, where: 'database' },
  // Each request fetches up to 50 pages of other servers.
  'link-check': { per: 'user', points: 60, seconds: 300, where: 'database' },
  // Each one fetches a picture of another server.
  'picture-copy': { per: 'user', points: 60, seconds: 300, where: 'database' },
  // Each one may fetch a page of another server.
  'page-opening': { per: 'user', points: 120, seconds: 300, where: 'database' },
  'source-text': { per: 'user', points: 300, seconds: 300, where: 'database' },
  // Each one looks up to 40 names up in DNS.
  'mail-domain-check': { per: 'user', points: 20, seconds: 300, where: 'database' },
  'mail-change': { per: 'user', points: 60, seconds: 300, where: 'database' },
  // Each one opens a connection to a server that is named by its caller, and may send a mail.
  'mail-test': { per: 'user', points: 10, seconds: 300, where: 'database' },
  invitation: { per: 'user', points: 20, seconds: 3600, where: 'database' },
  // Each one goes through every article of the demo.
  demo: { per: 'user', points: 60, seconds: 300, where: 'database' },
  // A desk that shows the system reads it every few seconds.
  system: { per: 'user', points: 600, seconds: 300, where: 'database' },
  // Each one asks the servers that the site depends on.
  'system-check': { per: 'user', points: 20, seconds: 300, where: 'database' },
  'model-change': { per: 'user', points: 60, seconds: 300, where: 'database' },
  // Each one sends a request to a model, which may be in a private network and may cost money.
  'model-test': { per: 'user', points: 20, seconds: 300, where: 'database' },
  // Each one may begin thousands of translations, or follow what is under way.
  translation: { per: 'user', points: 120, seconds: 300, where: 'database' },
  // Each one asks the model for every text of an article again, in up to all languages.
  'translation-renewal': { per: 'user', points: 30, seconds: 3600, where: 'database' },
  // Reading and saving translations beside their originals: an open desk reads after every change.
  review: { per: 'user', points: 600, seconds: 300, where: 'database' },
  // Each one requests one text of the language model.
  'segment-question': { per: 'user', points: 120, seconds: 300, where: 'database' },
  // Each one compares a term with thousands of texts.
  'affected-translations': { per: 'user', points: 120, seconds: 300, where: 'database' },
  // A desk with sources beside an article reads after every change.
  'source-reading': { per: 'user', points: 600, seconds: 300, where: 'database' },
  // Each one compares every sentence of an article with its sources.
  judgement: { per: 'user', points: 300, seconds: 300, where: 'database' },
  // Each one asks the language model for an article, or about one.
  drafting: { per: 'user', points: 40, seconds: 3600, where: 'database' },
  // Each one may open fifty pages of other servers.
  'source-adding': { per: 'user', points: 60, seconds: 300, where: 'database' },
  // Each one may ask the language model for a whole issue.
  'newsletter-composing': { per: 'user', points: 60, seconds: 300, where: 'database' },
  // Each one requests at most one summary of it.
  'newsletter-item': { per: 'user', points: 240, seconds: 300, where: 'database' },
  // An editor's desk renders what is being written, whenever the writing stops for a moment.
  'newsletter-preview': { per: 'user', points: 300, seconds: 300, where: 'database' },
  // Clicks in newsletters that are counted; more of them are led on all the same.
  'newsletter-click': { per: 'address', points: 30, seconds: 3600, wide: 120, where: 'database' },
  // Each one fetches the pages behind the links of an issue.
  'newsletter-check': { per: 'user', points: 60, seconds: 300, where: 'database' },
  // Each one composes a message for every subscriber.
  'newsletter-rehearsal': { per: 'user', points: 20, seconds: 300, where: 'database' },
  'newsletter-approval': { per: 'user', points: 60, seconds: 300, where: 'database' },
  // Newsletters and tests that are sent, and sendings that are paused or go on.
  newsletter: { per: 'user', points: 120, seconds: 300, where: 'database' },
  // A desk that shows a sending polls each second.
  'newsletter-progress': { per: 'user', points: 1_200, seconds: 300, where: 'database' },
  // Each one reads up to a million lines; the desk sends every file twice.
  'subscriber-import': { per: 'user', points: 30, seconds: 300, where: 'database' },
  // Exporting subscribers, and reading or erasing one.
  'subscriber-record': { per: 'user', points: 300, seconds: 300, where: 'database' },
  'audit-export': { per: 'user', points: 30, seconds: 300, where: 'database' },
  // Each one reads the whole site.
  backup: { per: 'user', points: 20, seconds: 3600, where: 'database' },
  'backup-schedule': { per: 'user', points: 60, seconds: 300, where: 'database' },
  'backup-download': { per: 'user', points: 20, seconds: 900, where: 'database' },
  // No token can be guessed; each try is a query.
  'backup-token': { per: 'address', points: 60, seconds: 300, where: 'memory' },
  // Each one may begin a job of hours.
  import: { per: 'user', points: 120, seconds: 3600, where: 'database' },
  // A desk that shows an import under way polls each second.
  'import-reading': { per: 'user', points: 1_200, seconds: 300, where: 'database' },
  'webhook-change': { per: 'user', points: 60, seconds: 300, where: 'database' },
  // Each one sends a request to a server that is named by its caller.
  'webhook-sending': { per: 'user', points: 60, seconds: 300, where: 'database' },
  // Activities of the social web. Each accepted one may fetch a key of the server that sends it.
  'social-inbox': { per: 'address', points: 900, seconds: 300, wide: 3_600, where: 'memory' },
  'social-server': { per: 'account', points: 600, seconds: 300, where: 'database' },
  // Each one is sent every article from then on. Names below a domain cost nothing.
  'social-domain': { per: 'account', points: 200, seconds: 86_400, where: 'database' },
  // Names of servers are free, and each one that follows is sent every article.
  'social-new-server': { per: 'address', points: 60, seconds: 3600, wide: 240, where: 'database' },
  'social-reading': { per: 'address', points: 600, seconds: 300, wide: 2_400, where: 'memory' },
  // Each one sends up to six requests to the servers of a publication.
  'news-feed': { per: 'user', points: 60, seconds: 300, where: 'database' },
  // Each one reads or writes a thousand feeds.
  'news-feed-list': { per: 'user', points: 20, seconds: 300, where: 'database' },
  // One at a time: each causes a mail.
  'subscriber-adding': { per: 'user', points: 60, seconds: 600, where: 'database' },
  // Every request with an access token; what a function allows a user, it allows each token beside that.
  token: { per: 'token', points: 1_500, seconds: 300, where: 'database' },
  'token-making': { per: 'user', points: 20, seconds: 900, where: 'database' },
  // Messages of assistants, at /mcp.
  assistant: { per: 'address', points: 600, seconds: 300, wide: 2_400, where: 'database' },
  // A person has to look at each one.
  'assistant-draft': { per: 'token', points: 120, seconds: 3600, where: 'database' },
  // All other routes below /auth/v1.
  auth: { per: 'address', points: 120, seconds: 300, where: 'database' },
  subscribe: { per: 'address', points: 20, seconds: 600, wide: 80, where: 'database' },
  'confirmation-mail': { per: 'address', points: 20, seconds: 600, wide: 80, where: 'database' },
  // For any client that enters it: each sign-up requests one mail, of which few are sent.
  'sign-up-mail': { per: 'account', points: 10, seconds: 600, where: 'database' },
  // Changes by the links that are emailed to subscribers; unsubscribing is not limited.
  'subscription-change': { per: 'address', points: 60, seconds: 600, wide: 240, where: 'database' },
  // Mails of each kind that subscribers request by such a link.
  'subscriber-mail': { per: 'account', points: 2, seconds: 86_400, where: 'database' },
  // Events whose signature is not right.
  'forged-webhook': { per: 'address', points: 60, seconds: 300, wide: 240, where: 'memory' },
  // Reports of readers, without a name: each one is read by a person.
  'translation-report': { per: 'address', points: 10, seconds: 3600, wide: 40, where: 'database' },
  upload: { per: 'user', points: 300, seconds: 300, where: 'database' },
  // Everything below /storage/v1 but reading.
  storage: { per: 'address', points: 900, seconds: 300, where: 'memory' },
  // Images in sizes that are not cached.
  render: { per: 'address', points: 150, seconds: 300, where: 'memory' },
  // Requests to /rest/v1 of people who are not signed in. A reader who types quickly sends six a second.
  data: { per: 'address', points: 3_000, seconds: 300, wide: 12_000, where: 'memory' },
  // Only against load, so each process counts for itself, and a search does not wait for the database to count it.
  search: { per: 'address', points: 300, seconds: 300, where: 'memory' },
  // One for each pause in typing; without it readers still find what contains the typed text.
  'search-typing': { per: 'address', points: 1_200, seconds: 300, where: 'memory' },
  // Counting takes the longer, the more subscribers there are. The site's own pages ask without a limit.
  figure: { per: 'address', points: 30, seconds: 300, where: 'memory' },
  // Live updates: connections that are opened, and broadcasts by HTTP.
  realtime: { per: 'address', points: 300, seconds: 300, where: 'memory' },
  broadcast: { per: 'user', points: 300, seconds: 300, where: 'memory' },
  // No token can be guessed; each try is a query.
  preview: { per: 'address', points: 300, seconds: 300, where: 'memory' },
  // No token can be guessed, as with previews; programs fetch a calendar every few minutes or hours.
  calendar: { per: 'address', points: 120, seconds: 300, where: 'memory' },
  // Each one may cause a request to a server that is named by its caller.
  'feed-subscription': { per: 'address', points: 60, seconds: 600, wide: 240, where: 'database' },
  // Recordings, whole or in parts, of up to 256 MB. A player asks for a part whenever somebody skips.
  recording: { per: 'address', points: 300, seconds: 300, wide: 1_200, where: 'memory' },
  // Whoever has the address, from wherever.
  'one-calendar': { per: 'token', points: 60, seconds: 300, where: 'memory' },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof LIMITS

/**
 * Wrong passwords for one account from addresses that it never signed in from: after `free` of them, each further one locks the
 * account for such addresses, for 2 s, 4 s, 8 s … up to the longest delay. The count starts again after a day without a guess.
 */
export const GUESSES_FROM_UNKNOWN_ADDRESSES = {
  free: 30,
  longestDelaySeconds: 900,
  forgetAfterSeconds: 86_400,
}
/** Addresses from which an account has signed in are known; beyond `perAccount` the oldest is deleted. */
export const KNOWN_ADDRESSES = { perAccount: 20, days: 90 }

export interface Limits {
  /**
   * Counts one attempt. Returns 0 when it is allowed, else the seconds to wait. The key depends on what the limit is per: the
   * client's network address (`clientIp`), the e-mail address of an account (in any case), or an id.
   */
  take(name: LimitName, key: string): Promise<number>
  /** Uncounts one attempt, for example because a guess turned out to be right. */
  refund(name: LimitName, key: string): Promise<void>
  /** Sets the count of a key to 0. */
  reset(name: LimitName, key: string): Promise<void>
}
