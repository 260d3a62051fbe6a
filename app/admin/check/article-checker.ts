import type { Checked } from '#core/check/check-article.ts'
import type { CheckContext, CheckInput } from '#core/check/checked-article.ts'

export interface CheckRequest {
  id: number
  input: CheckInput
  context: CheckContext
}

export interface CheckAnswer {
  id: number
  checked: Checked
}

export interface ArticleChecker {
  /** @throws when the rules cannot be loaded; the next call tries again */
  check: (input: CheckInput, context: CheckContext) => Promise<Checked>
  stop: () => void
}

type Waiting = Map<number, PromiseWithResolvers<Checked>>

/** Checks articles in a worker, which is started by the first check. */
export function createArticleChecker(startWorker: () => Worker): ArticleChecker {
  let running: { worker: Worker; waiting: Waiting } | null = null
  let lastId = 0

  function start() {
    const worker = startWorker()
    const waiting: Waiting = new Map()
    worker.onmessage = ({ data: { id, checked } }: MessageEvent<CheckAnswer>) => {
      waiting.get(id)?.resolve(checked)
      waiting.delete(id)
    }
    worker.onerror = () => {
      if (running?.worker === worker) running = null
      worker.terminate()
      for (const { reject } of waiting.values()) reject(new Error('The article could not be checked'))
    }
    return { worker, waiting }
  }

  return {
    check(input, context) {
      running ??= start()
      const answer = Promise.withResolvers<Checked>()
      const id = ++lastId
      running.waiting.set(id, answer)
      running.worker.postMessage({ id, input, context } satisfies CheckRequest)
      return answer.promise
    },
    stop() {
      running?.worker.terminate()
      running = null
    },
  }
}
