/** The maximum number of keys in one query. */
const MAX_BATCH = 200

interface Waiting<Value> {
  resolve: (value: Value | undefined) => void
  reject: (reason: unknown) => void
}

/** Returns a function that loads one value, and combines all calls of one turn of the event loop into one query. */
export function createBatchLoader<Value>(
  loadMany: (keys: string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let batch = new Map<string, Waiting<Value>[]>()

  async function load(): Promise<void> {
    const pending = batch
    batch = new Map()
    try {
      const found = await loadMany([...pending.keys()])
      for (const [key, waiting] of pending) for (const { resolve } of waiting) resolve(found.get(key))
    } catch (error) {
      for (const { reject } of [...pending.values()].flat()) reject(error)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (batch.size >= MAX_BATCH) void load()
      if (batch.size === 0) {
        const own = batch
        setImmediate(() => own === batch && void load())
      }
      batch.set(key, [...(batch.get(key) ?? []), { resolve, reject }])
    })
}
