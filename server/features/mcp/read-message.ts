/** The most messages of one batch. Batches are part of an earlier revision of the protocol only. */
const MAX_BATCH = 10
/** Deeper than any message of the protocol. */
const MAX_DEPTH = 32

type ReadMessage = { message: unknown; count: number } | { problem: string; code: -32_700 | -32_600 }

/** The message in a body, or the batch of them, with their number. */
export function readMessage(body: ArrayBuffer): ReadMessage {
  let message: unknown
  try {
    message = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
  } catch {
    return { code: -32_700, problem: 'The body is not JSON in UTF-8.' }
  }
  if (isDeeperThan(message, MAX_DEPTH))
    return { code: -32_600, problem: `The message is nested deeper than ${MAX_DEPTH} levels.` }
  if (!Array.isArray(message)) return { message, count: 1 }
  if (message.length === 0 || message.length > MAX_BATCH)
    return { code: -32_600, problem: `A batch has 1 to ${MAX_BATCH} messages.` }
  // Nothing is remembered of which a notification could tell: only of the same batch, whose answer a cancellation would hold up.
  const requests = message.filter((one) => typeof one !== 'object' || one === null || 'id' in one)
  const ids = new Set(requests.map((one) => one?.id))
  if (ids.size < requests.length)
    return { code: -32_600, problem: 'The messages of a batch have different ids.' }
  return { message: requests.length > 0 ? requests : message, count: message.length }
}

function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return levels === 0 || Object.values(value).some((one) => isDeeperThan(one, levels - 1))
}
