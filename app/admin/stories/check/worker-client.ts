export interface WorkerRequest<Request> {
  id: number
  request: Request
}

/** The response has the id of its request. */
export interface WorkerResponse<Response> {
  id: number
  response: Response
}

export interface WorkerClient<Request, Response> {
  /** @throws when the worker cannot be loaded, fails or is stopped; the next request starts another one */
  send: (request: Request) => Promise<Response>
  /** The response to `init`, of the running worker. */
  ready: () => Promise<Response>
  stop: () => void
}

/** Sends requests to a worker, which is started by the first of them. Each started worker gets `init` before anything else. */
export function createWorkerClient<Request, Response>(
  startWorker: () => Worker,
  init?: Request,
): WorkerClient<Request, Response> {
  let running: { worker: Worker; ready: Promise<Response> | null } | null = null
  let pending = new Map<number, PromiseWithResolvers<Response>>()
  let lastId = 0

  function start() {
    const worker = startWorker()
    worker.onmessage = ({ data: { id, response } }: MessageEvent<WorkerResponse<Response>>) => {
      pending.get(id)?.resolve(response)
      pending.delete(id)
    }
    worker.onerror = () => running?.worker === worker && end(new Error('The worker has failed'))
    const ready = init === undefined ? null : post(worker, init)
    // A failure rejects every pending request, so this one needs no handler.
    ready?.catch(() => {})
    return { worker, ready }
  }

  function post(worker: Worker, request: Request): Promise<Response> {
    const id = ++lastId
    const response = Promise.withResolvers<Response>()
    pending.set(id, response)
    worker.postMessage({ id, request } satisfies WorkerRequest<Request>)
    return response.promise
  }

  function end(error: Error) {
    running?.worker.terminate()
    running = null
    const rejected = pending
    pending = new Map()
    for (const { reject } of rejected.values()) reject(error)
  }

  return {
    async send(request) {
      running ??= start()
      return post(running.worker, request)
    },
    async ready() {
      running ??= start()
      if (!running.ready) throw new Error('The worker has no initial request')
      return running.ready
    },
    stop: () => end(new Error('The worker was stopped')),
  }
}
