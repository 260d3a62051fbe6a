/** A file as the text of an inline script; see scripts/vite/inline-script.ts. */
declare module '*?script' {
  const write: (settings: object) => string
  export default write
}
