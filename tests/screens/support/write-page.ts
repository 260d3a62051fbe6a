/** Replaces the module that turns a page into the bytes of a document, which browsers cannot do: screens are written by `open-page.tsx`. */
export function writePage(): never {
  throw new Error('Only the server writes documents')
}
