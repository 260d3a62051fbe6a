/** What a client may take of the server before anybody looks at its request; `docs/self-hosting.md` says them too. */
export interface ClientLimits {
  /** From the connection, or the first byte of a request, to the end of its headers. */
  headersMs: number
  /** To the end of its body. */
  requestMs: number
  /** Without a byte in either direction while a request is under way. */
  silenceMs: number
  /** Between two requests. */
  keepAliveMs: number
  /** How often the first two are looked at. */
  checkMs: number
  headerBytes: number
  headerCount: number
  /** Requests that one connection may send before it has taken the answers. */
  pipelined: number
  /** Of answers that have not been read yet, in all connections together. */
  unreadBytes: number
  connections: number
}

export const CLIENT_LIMITS: ClientLimits = {
  headersMs: 15_000,
  requestMs: 120_000,
  // A picture that is made while somebody waits may take a minute.
  silenceMs: 120_000,
  // Longer than proxies keep theirs, nginx for one a minute, so that none sends into a connection that is being closed.
  keepAliveMs: 65_000,
  checkMs: 2_000,
  headerBytes: 16 * 1024,
  headerCount: 100,
  // Browsers and proxies send one; whoever sends thousands at once, in a few kilobytes, has thousands of answers made.
  pipelined: 16,
  unreadBytes: 256 * 1024 * 1024,
  connections: 4_000,
}
