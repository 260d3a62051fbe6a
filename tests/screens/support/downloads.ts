import { vi } from 'vitest'

/** Writes down what the desk has the browser save, which is not saved. */
export function recordDownloads(): { name: string; text: Promise<string> }[] {
  const files: { name: string; text: Promise<string> }[] = []
  let content = new Blob()
  const createAddress = URL.createObjectURL
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    if (blob instanceof Blob) content = blob
    return createAddress(blob)
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, text: content.arrayBuffer().then((bytes) => DECODER.decode(bytes)) })
  })
  return files
}

/** Keeps the mark at the beginning, which reading a text leaves out. */
const DECODER = new TextDecoder('utf-8', { ignoreBOM: true })
