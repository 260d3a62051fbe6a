/** Reads the headers of a request, whatever object holds them. */
export interface HeaderReader {
  get(name: string): string | null | undefined
}
