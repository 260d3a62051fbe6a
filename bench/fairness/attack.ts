import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/** A client that asks the same again and again. */
export interface Attack {
  url: string
  method: string
  headers: Record<string, string>
  body: string | null
}

/** The pause of a client that is told to wait. */
const PAUSE_MS = 1_000

/** Asks in a thread of its own, so that the measurement does not wait for it. */
export function startAttack(attacks: Attack[], underWay: number): { stop(): Promise<string> } {
  const worker = new Worker(import.meta.filename, { workerData: { attacks, underWay } })
  return {
    async stop() {
      const counts = await new Promise<Record<string, number>>((done) => {
        worker.once('message', done)
        worker.postMessage('stop')
      })
      await worker.terminate()
      return Object.entries(counts)
        .map(([status, count]) => `${count} were answered ${status}`)
        .join(', ')
    },
  }
}

if (!isMainThread && workerData?.attacks) {
  const counts: Record<string, number> = {}
  for (const attack of workerData.attacks as Attack[])
    for (let n = 0; n < workerData.underWay; n++) void askForEver(attack, counts)
  parentPort?.on('message', () => parentPort?.postMessage(counts))
}

async function askForEver({ url, ...request }: Attack, counts: Record<string, number>): Promise<void> {
  for (;;) {
    const status = await fetch(url, request).then(
      async (response) => {
        await response.body?.pipeTo(new WritableStream())
        return String(response.status)
      },
      () => 'by nobody',
    )
    counts[status] = (counts[status] ?? 0) + 1
    if (status === '429' || status === 'by nobody')
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
