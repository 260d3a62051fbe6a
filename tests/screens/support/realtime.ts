import { onTestFinished, vi } from 'vitest'

/** The messages of `/realtime/v1`, in protocol 2.0.0: join reference, reference, topic, event, payload. */
type Message = [string | null, string | null, string, string, Record<string, unknown>]

const open = new Set<RealtimeSocket>()
const RealWebSocket = globalThis.WebSocket
let isRefused = false

/** Stands in for a connection to the realtime service: it lets a desk join, and tells it of changes when a test says so. */
class RealtimeSocket extends EventTarget {
  static readonly OPEN = 1
  readyState = 0
  binaryType = 'arraybuffer'
  onopen: (() => void) | null = null
  onmessage: ((message: { data: string }) => void) | null = null
  onclose: ((event: { code: number; wasClean: boolean }) => void) | null = null
  onerror: (() => void) | null = null
  /** The subscriptions of each topic, as the client numbered them. */
  private readonly followed = new Map<string, { id: number; table: string }[]>()

  constructor() {
    super()
    open.add(this)
    queueMicrotask(() => {
      if (isRefused) return this.close()
      this.readyState = 1
      this.onopen?.()
    })
  }

  send(data: unknown): void {
    if (typeof data !== 'string') return
    const [joinRef, ref, topic, event, payload] = JSON.parse(data) as Message
    const reply = (response: object) =>
      this.receive([joinRef, ref, topic, 'phx_reply', { status: 'ok', response }])
    if (event !== 'phx_join') {
      reply({})
      return
    }
    const config = payload.config as { postgres_changes?: { table: string }[] } | undefined
    const followed = (config?.postgres_changes ?? []).map((change, id) => ({ ...change, id }))
    this.followed.set(topic, followed)
    reply({ postgres_changes: followed })
  }

  close(): void {
    open.delete(this)
    this.readyState = 3
    this.onclose?.({ code: 1000, wasClean: true })
  }

  announce(table: string): void {
    for (const [topic, followed] of this.followed) {
      const ids = followed.filter((one) => one.table === table).map(({ id }) => id)
      if (ids.length === 0) continue
      const data = {
        table,
        schema: 'public',
        type: 'UPDATE',
        commit_timestamp: new Date().toISOString(),
        columns: [],
        record: {},
        errors: null,
      }
      this.receive([null, null, topic, 'postgres_changes', { ids, data }])
    }
  }

  follows(table: string): boolean {
    return [...this.followed.values()].flat().some((one) => one.table === table)
  }

  private receive(message: Message): void {
    queueMicrotask(() => this.onmessage?.({ data: JSON.stringify(message) }))
  }
}

/** Takes the place of `WebSocket` for the realtime service; the connection of the test runner is left alone. */
export function openRealtime(): void {
  globalThis.WebSocket = new Proxy(RealWebSocket, {
    construct: (target, [url, ...rest]: [string | URL, ...string[]]) =>
      String(url).includes('/realtime/v1') ? new RealtimeSocket() : Reflect.construct(target, [url, ...rest]),
  })
}

/** Ends every connection, and refuses others until the end of the test. */
export function refuseRealtime(): void {
  isRefused = true
  for (const socket of open) socket.close()
  onTestFinished(() => {
    isRefused = false
  })
}

/** Tells the open desk that rows of a table have changed, as the database does, once it follows them. */
export async function announceChange(table: string): Promise<void> {
  await vi.waitUntil(() => [...open].some((socket) => socket.follows(table)), { timeout: 30_000 })
  for (const socket of open) socket.announce(table)
}
