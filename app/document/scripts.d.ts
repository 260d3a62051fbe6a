/** A file as the text of an inline script; see scripts/vite/inline-script.ts. */
declare module '*?script' {
  const write: (settings: object) => string
  export default write
}
/** The script of every page for readers; see scripts/vite/reader-script.ts. */
declare module 'virtual:reader-script' {
  export const url: string
  /** The addresses of all its files. */
  export const files: readonly string[]
}
