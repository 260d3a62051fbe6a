import { Histogram, type MetricObjectWithValues, type MetricValueWithName } from 'prom-client'

type Label = 'route' | 'method' | 'status'

interface Counts {
  labels: Record<Label, string>
  /** For each bound those up to it and above the one before, and at the end those above all. */
  buckets: number[]
  sum: number
}

/** A histogram for what is counted with each request: `observe` of the library takes five times as long, because it checks and sorts labels. */
export class RequestHistogram extends Histogram<Label> {
  readonly #name: string
  readonly #help: string
  readonly #bounds: readonly number[]
  readonly #all: Counts[] = []
  /** By route, method and status: a key made of them would be hashed for each request. */
  readonly #found = new Map<string, Map<string, Map<string, Counts>>>()

  constructor(options: ConstructorParameters<typeof Histogram<Label>>[0] & { buckets: number[] }) {
    super({ ...options, labelNames: ['route', 'method', 'status'] })
    this.#name = options.name
    this.#help = options.help
    this.#bounds = options.buckets
  }

  count(route: string, method: string, status: string, seconds: number): void {
    const counts = this.#found.get(route)?.get(method)?.get(status) ?? this.#add({ route, method, status })
    let bucket = 0
    while (seconds > (this.#bounds[bucket] ?? Infinity)) bucket += 1
    counts.buckets[bucket] = (counts.buckets[bucket] ?? 0) + 1
    counts.sum += seconds
  }

  #add(labels: Record<Label, string>): Counts {
    const counts = { labels, buckets: new Array<number>(this.#bounds.length + 1).fill(0), sum: 0 }
    this.#all.push(counts)
    const ofRoute = this.#found.get(labels.route) ?? new Map<string, Map<string, Counts>>()
    const ofMethod = ofRoute.get(labels.method) ?? new Map<string, Counts>()
    this.#found.set(labels.route, ofRoute.set(labels.method, ofMethod.set(labels.status, counts)))
    return counts
  }

  override async get(): Promise<MetricObjectWithValues<MetricValueWithName<Label>>> {
    const values = this.#all.flatMap(({ labels, buckets, sum }) => {
      let upTo = 0
      const cumulated = buckets.map((many, index) => {
        upTo += many
        return {
          metricName: `${this.#name}_bucket`,
          labels: { ...labels, le: this.#bounds[index] ?? '+Inf' },
          value: upTo,
        }
      })
      return [
        ...cumulated,
        { metricName: `${this.#name}_sum`, labels, value: sum },
        { metricName: `${this.#name}_count`, labels, value: upTo },
      ]
    })
    // The types of the library want the enumeration that only they have, and a function that it never calls.
    return {
      name: this.#name,
      help: this.#help,
      type: 'histogram' as never,
      aggregator: 'sum',
      values,
      collect: () => {},
    }
  }

  /** What the library reads for its text. */
  getForPromString(): Promise<MetricObjectWithValues<MetricValueWithName<Label>>> {
    return this.get()
  }
}
