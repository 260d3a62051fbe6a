/** The package has no types of its own. */
declare module 'punycode.js' {
  const punycode: { toASCII: (text: string) => string; toUnicode: (text: string) => string }
  export default punycode
}
