/** The most keys that are asked for at once. */
const MAX_BATCH = 200

interface Waiting<Value> {
  resolve: (value: Value | undefined) => void
  reject: (reason: unknown) => void
}

/** Finds one thing at a time, and asks once for all that are looked for in the same turn of the event loop. */
export function createBatchLoader<Value>(
  findAll: (keys: string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let batch = new Map<string, Waiting<Value>[]>()

  async function ask(): Promise<void> {
    const asked = batch
    batch = new Map()
    try {
      const found = await findAll([...asked.keys()])
      for (const [key, waiting] of asked) for (const { resolve } of waiting) resolve(found.get(key))
    } catch (error) {
      for (const { reject } of [...asked.values()].flat()) reject(error)
    }
  }

  return (key) =>
    new Promise((resolve, reject) => {
      if (batch.size >= MAX_BATCH) void ask()
      if (batch.size === 0) {
        const own = batch
        setImmediate(() => own === batch && void ask())
      }
      batch.set(key, [...(batch.get(key) ?? []), { resolve, reject }])
    })
}
