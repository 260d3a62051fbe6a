import punycode from 'punycode.js'

/** Invisible characters, with which one address could look like another. */
const HIDING = /[\p{C}\p{Z}\p{DI}]/u

/** An address as its owner writes it: `xn--mller-kva.example` is stored, and `müller.example` shown. */
export function emailAsWritten(email: string): string {
  if (!/[@.]xn--/i.test(email)) return email
  try {
    const written = punycode.toUnicode(email)
    return HIDING.test(written) || emailAsStored(written) !== email.toLowerCase() ? email : written
  } catch {
    return email
  }
}

/** An address, or a part of one, as it is stored. */
export const emailAsStored = (written: string): string =>
  /[^\p{ASCII}]/u.test(written) ? punycode.toASCII(written.normalize('NFC').toLowerCase()) : written
