/** The published types lack the option `preferred`. */
declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | undefined> })
    encoding(available: readonly string[], options: { preferred: readonly string[] }): string | undefined
  }
}
