/** Limits on connections and requests, enforced before a request is handled; `docs/self-hosting.md` lists them too. */
export interface ClientLimits {
  /** Time until the headers are complete. */
  headersMs: number
  /** Time until the body is complete. */
  requestMs: number
  /** Longest pause without a byte in either direction during a request. */
  silenceMs: number
  /** Longest pause between two requests. */
  keepAliveMs: number
  /** How often the first two are checked. */
  checkMs: number
  headerBytes: number
  headerCount: number
  /** Requests that one connection may send before it has read the responses. */
  pipelined: number
  /** Bytes of responses that clients have not read yet, in all connections together. */
  unreadBytes: number
  connections: number
}

export const CLIENT_LIMITS: ClientLimits = {
  headersMs: 15_000,
  requestMs: 120_000,
  // Making an image variant on demand may take a minute.
  silenceMs: 120_000,
  // Longer than the keep-alive of proxies (nginx: 60 s), so that no proxy sends a request on a connection that we are closing.
  keepAliveMs: 65_000,
  checkMs: 2_000,
  headerBytes: 16 * 1024,
  headerCount: 100,
  // Browsers and proxies do not pipeline; without a bound, a few kilobytes of requests could cause thousands of responses.
  pipelined: 16,
  unreadBytes: 256 * 1024 * 1024,
  connections: 4_000,
}
