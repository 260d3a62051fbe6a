import { Agent, get } from 'node:http'

/** Requests one after the other over so many clients, each request on a connection of its own, as readers without a proxy come. */
export async function loadOnNewConnections(
  url: string,
  options: { headers: Record<string, string>; connections: number; seconds: number },
): Promise<{ requests: number; failures: number }> {
  const agent = new Agent({ keepAlive: false })
  const until = performance.now() + options.seconds * 1000
  const totals = { requests: 0, failures: 0 }
  const ask = () =>
    new Promise<boolean>((resolve) => {
      get(url, { agent, headers: options.headers }, (response) => {
        response.on('close', () => resolve(response.complete && response.statusCode === 200))
        response.resume()
      }).on('error', () => resolve(false))
    })
  const client = async () => {
    while (performance.now() < until) {
      if (!(await ask())) totals.failures += 1
      totals.requests += 1
    }
  }
  await Promise.all(Array.from({ length: options.connections }, client))
  return totals
}
