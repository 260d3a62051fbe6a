const KB = 1024
const MB = KB * KB

/** The size of a file in a few characters; empty when it is not known. */
export function describeBytes(bytes: number | null): string {
  if (bytes === null) return ''
  if (bytes >= MB) return `${(bytes / MB).toFixed(1)} MB`
  return `${Math.max(1, Math.round(bytes / KB))} KB`
}
