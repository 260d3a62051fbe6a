import { Agent, get } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

export interface Readers {
  /** The number of pages that were read so far. */
  read(): number
  /** The failures: a status, or the error of a connection. */
  failures(): string[]
  /** Resolves when so many further pages were read. */
  more(pages: number): Promise<void>
  stop(): Promise<void>
}

/** Readers of pages, one request after the other each: half of them on connections that they keep, half on a new one for each page. */
export function startReaders(
  url: string,
  { readers = 16, paths = ['/', '/news', '/feeds/en.xml'] } = {},
): Readers {
  let isOver = false
  let read = 0
  const failures: string[] = []
  const waiting = new Set<() => void>()

  async function keepReading(index: number): Promise<void> {
    const agent = new Agent({ keepAlive: index % 2 === 0, maxSockets: 1 })
    for (let page = index; !isOver; page++) {
      const failure = await readPage(url + paths[page % paths.length], agent)
      if (failure) failures.push(failure)
      read += 1
      for (const check of waiting) check()
      // Some 200 pages a second, of all readers together.
      await delay(readers * 5)
    }
    agent.destroy()
  }

  const all = Array.from({ length: readers }, (_, index) => keepReading(index))
  return {
    read: () => read,
    failures: () => failures,
    more: (pages) => {
      const goal = read + pages
      return new Promise((resolve) => {
        const check = () => {
          if (read < goal) return
          waiting.delete(check)
          resolve()
        }
        waiting.add(check)
      })
    },
    async stop() {
      isOver = true
      await Promise.all(all)
    },
  }
}

/** Null, or what went wrong. */
function readPage(url: string, agent: Agent): Promise<string | null> {
  return new Promise((resolve) => {
    const request = get(url, { agent }, (response) => {
      response.on('error', (error) => resolve(`cut: ${error.message}`))
      response.on('end', () => {
        const isWhole = response.complete && response.statusCode === 200
        resolve(isWhole ? null : `status ${response.statusCode}`)
      })
      response.resume()
    })
    request.on('error', (error: NodeJS.ErrnoException) => resolve(`${error.code}: ${error.message}`))
  })
}
