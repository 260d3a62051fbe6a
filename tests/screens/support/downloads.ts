import { vi } from 'vitest'

/** Writes down the files that the desk has the browser save from now on, which would otherwise ask where to. */
export function recordDownloads(): { name: string; content: Blob }[] {
  const downloads: { name: string; content: Blob }[] = []
  let content = new Blob()
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    content = file as Blob
    return 'blob:test'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push({ name: this.download, content })
  })
  return downloads
}
